import type { FieldProps } from '@rjsf/utils';
import { use, useCallback } from 'react';
import { controlIds } from '../ui/Field.tsx';
import { labelIdOf } from './FieldFrame.tsx';
import { FormErrorsContext } from './shared/FormEnvironment.ts';
import { declaredProperty } from './shared/formSchema.ts';
import { placesWithin } from './shared/places.ts';
import { PropertyWidget } from './PropertyWidget.tsx';

/** RJSF's field for every property: its widget, associated with the surrounding frame. */
export function PropertyField(props: FieldProps) {
  const { registry, name, fieldPathId, formData, rawErrors, required, disabled, readonly, onChange } = props;
  const property = declaredProperty(registry, name);
  const id = fieldPathId.$id;
  const { path } = fieldPathId;
  const errors = use(FormErrorsContext);
  const invalid = (rawErrors?.length ?? 0) > 0;
  const change = useCallback((value: unknown) => onChange(value, path), [onChange, path]);
  return (
    <PropertyWidget
      id={id}
      labelId={labelIdOf(id)}
      name={name}
      label={property.title ?? name}
      property={property}
      value={formData}
      required={required ?? false}
      disabled={Boolean(disabled || readonly)}
      invalid={invalid}
      faults={placesWithin(Object.keys(errors), name)}
      describedBy={controlIds(id, property.description, invalid)['aria-describedby']}
      onChange={change}
    />
  );
}
