import { filterKindOf } from '../../../../domain/declarations/kinds.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { Field } from '../../../../domain/declarations/model.ts';
import type { FormProperty } from '../../../forms/shared/formSchema.ts';
import { ValueInput } from '../../../forms/ValueInput.tsx';
import { Select } from '../../../ui/SelectField.tsx';
import { useConsole } from '../../engine/consoleContext.ts';
import { useFormServices } from '../../engine/formServices.ts';
import { variablesOf } from './ruleCondition.ts';

export interface ClauseValueProps {
  label: string;
  field: Field;
  value: Json;
  onChange: (value: Json) => void;
}

/** The value that a field is compared with: a variable of the current user, or a constant of the field's kind. */
export function ClauseValue({ field, value, onChange, label }: ClauseValueProps) {
  const { zone } = useConsole();
  const services = useFormServices();
  const variables = variablesOf(field);
  const variable = variables.find((one) => one.value === value);
  const property = comparedProperty(field);
  const isList = property.type === 'array';
  return (
    <>
      {variables.length > 0 && (
        <Select
          aria-label={label}
          options={[...variables, { value: 'fixed', label: 'a fixed value' }]}
          value={variable?.value ?? 'fixed'}
          onChange={(event) => onChange(event.target.value === 'fixed' ? null : event.target.value)}
        />
      )}
      {!variable && (
        <ValueInput
          label={variables.length > 0 ? `${label}, fixed` : label}
          property={property}
          value={isList ? [value].flat().filter((one) => one !== null) : [value].flat()[0]}
          services={services}
          timezone={zone}
          onChange={(next) => onChange((next ?? (isList ? [] : null)) as Json)}
        />
      )}
    </>
  );
}

/** What a single comparison is with: text on one line, one entry of a list, or some of a field's choices. */
function comparedProperty(field: Field): FormProperty {
  const schema = field.schema as FormProperty;
  switch (filterKindOf(field)) {
    case 'text':
    case 'exact':
      return { type: 'string' };
    case 'choices':
      return schema.items ? schema : { type: 'array', items: schema };
    default:
      return schema.items ?? schema;
  }
}
