import { useId, useMemo } from 'react';
import { FieldError } from '../ui/Field.tsx';
import { Select } from '../ui/SelectField.tsx';
import { FormEnvironmentContext, type FormEnvironment } from './shared/FormEnvironment.ts';
import { choicesOf, widgetOf, type FormProperty } from './shared/formSchema.ts';
import type { FormServices } from './shared/formServices.ts';
import { PropertyWidget } from './PropertyWidget.tsx';
import { WIDGET_TRAITS } from './shared/widgetTraits.ts';

interface ValueInputProps {
  /** Accessible name. */
  label: string;
  property: FormProperty;
  value: unknown;
  services: FormServices;
  /** IANA zone of instants. */
  timezone: string;
  onChange: (value: unknown) => void;
}

const YES_NO = [
  { value: true, label: 'Yes' },
  { value: false, label: 'No' },
];

/** The input of a property outside of a form, for a value that something is compared with. */
export function ValueInput({ label, property, value, services, timezone, onChange }: ValueInputProps) {
  const id = useId();
  const environment = useMemo(
    (): FormEnvironment => ({ services, timezone, files: new Map(), setBusy: () => undefined }),
    [services, timezone],
  );
  const widget = widgetOf(property);
  const choices = widget === 'choice' ? choicesOf(property) : property.type === 'boolean' ? YES_NO : null;
  if (choices)
    return (
      <Select
        aria-label={label}
        {...(value == null && { placeholder: '' })}
        options={choices.map((choice) => ({ value: String(choice.value), label: choice.label }))}
        value={String(value ?? '')}
        onChange={({ target }) => onChange(choices.find((choice) => String(choice.value) === target.value)?.value)}
      />
    );
  const isGroup = widget === 'choices';
  const Label = isGroup ? 'span' : 'label';
  const { wrongType } = WIDGET_TRAITS[widget];
  const isWrong = typeof value === 'string' && (property.type === 'integer' || property.type === 'number');
  return (
    <FormEnvironmentContext value={environment}>
      <div {...(isGroup && { role: 'group', 'aria-labelledby': `${id}-label` })}>
        <Label id={`${id}-label`} {...(!isGroup && { htmlFor: id })} className="visually-hidden">
          {label}
        </Label>
        <PropertyWidget
          {...{ id, label, property, value, onChange }}
          labelId={`${id}-label`}
          name="value"
          required
          disabled={false}
          invalid={isWrong}
          describedBy={isWrong ? `${id}-error` : undefined}
        />
        <FieldError controlId={id}>
          {isWrong ? (typeof wrongType === 'function' ? wrongType(value) : (wrongType ?? undefined)) : undefined}
        </FieldError>
      </div>
    </FormEnvironmentContext>
  );
}
