import { useContext } from 'react';
import { FormDataContext, useFormEnvironment } from '../shared/FormEnvironment.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import { PickedDates } from './PickedDates.tsx';

export function DatesInput(props: WidgetProps) {
  const { timezone, pickable } = useFormEnvironment();
  const data = useContext(FormDataContext);
  const { 'aria-required': _, ...control } = inputAttributes(props);
  const dates = Array.isArray(props.value) ? props.value.map(String) : [];
  return (
    <PickedDates
      control={control}
      dates={dates}
      zone={timezone}
      canBe={pickable?.(props.name, data)}
      onDates={(next) => props.onChange(next.length === 0 ? undefined : next)}
    />
  );
}
