import { useRef, type ComponentType } from 'react';
import { variantOf, variantsOf } from '../../../domain/declarations/variants.ts';
import { Select } from '../../ui/SelectField.tsx';
import layout from '../../ui/layout.module.css';
import type { FormProperty } from '../shared/formSchema.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';

type Value = Record<string, unknown>;

export interface VariantsInputProps extends WidgetProps {
  PartsInput: ComponentType<WidgetProps & { isWithin: true }>;
}

/** An object with variants: a selector and the inputs of the selected variant. */
export function VariantsInput({ PartsInput, ...props }: VariantsInputProps) {
  const { id, property, required, disabled, onChange } = props;
  const tag = property.discriminator?.propertyName ?? '';
  const value = (typeof props.value === 'object' ? (props.value ?? {}) : {}) as Value;
  const current = variantOf(property, value);
  // Values of other variants are kept, so that a wrong selection can be undone.
  const left = useRef(new Map<string, Value>());
  const choose = (chosen: string) => {
    if (current) left.current.set(current.value, value);
    const next = variantsOf(property).find((variant) => variant.value === chosen);
    if (!next) return onChange(undefined);
    const before = left.current.get(chosen);
    onChange({ ...before, ...sharedParts(value, current?.schema, next.schema), [tag]: chosen });
  };
  return (
    <div className={layout.stack3}>
      <Select
        {...inputAttributes(props)}
        options={variantsOf(property).map((variant) => ({ value: variant.value, label: variant.title }))}
        {...(required && current ? {} : { placeholder: required ? 'Choose one' : 'None' })}
        value={current?.value ?? ''}
        onChange={(event) => choose(event.target.value)}
      />
      {current && (
        <PartsInput
          {...props}
          isWithin
          id={id}
          disabled={disabled}
          property={withoutTag(current.schema, tag)}
          value={value}
        />
      )}
    </div>
  );
}

function withoutTag(schema: FormProperty, tag: string): FormProperty {
  const { [tag]: _, ...properties } = schema.properties ?? {};
  return { ...schema, properties };
}

/** The values of the properties that both variants share. */
function sharedParts(value: Value, from: FormProperty | undefined, to: FormProperty): Value {
  const isShared = (name: string) =>
    to.properties?.[name] !== undefined &&
    JSON.stringify(from?.properties?.[name]) === JSON.stringify(to.properties[name]);
  return Object.fromEntries(Object.entries(value).filter(([name]) => isShared(name)));
}
