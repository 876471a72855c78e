import { useContext } from 'react';
import { DatePicker } from '../../ui/datePicker/DatePicker.tsx';
import { FormDataContext, useFormEnvironment } from '../shared/FormEnvironment.ts';
import type { DayLimits } from '../shared/formServices.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';

const TIME = /^\d{2}:\d{2}$/;

/** A day of no zone; today is the form's. */
export function DateInput(props: WidgetProps) {
  const { timezone } = useFormEnvironment();
  const limits = useDayLimits(props.name);
  // A stored instant counts as its day.
  const day = inputText(props.value).replace(/^(\d{4}-\d{2}-\d{2})T.*$/, '$1');
  return (
    <DatePicker
      {...inputAttributes(props)}
      visibility="click"
      {...limits}
      zone={timezone}
      value={day}
      onValue={(value) => props.onChange(value || undefined)}
    />
  );
}

export function TimeInput(props: WidgetProps) {
  return (
    <DatePicker
      {...inputAttributes(props)}
      visibility="click"
      mode="time"
      value={inputText(props.value)}
      onValue={(value) => props.onChange(TIME.test(value) ? `${value}:00` : value || undefined)}
    />
  );
}

/** An instant, entered and displayed as local time in the form's zone. */
export function DateTimeInput(props: WidgetProps) {
  const { timezone } = useFormEnvironment();
  return (
    <DatePicker
      {...inputAttributes(props)}
      {...useDayLimits(props.name)}
      visibility="click"
      mode="datetime"
      zone={timezone}
      value={inputText(props.value)}
      onValue={(value) => props.onChange(value || undefined)}
    />
  );
}

function useDayLimits(field: string): DayLimits {
  const { dayLimits } = useFormEnvironment();
  const data = useContext(FormDataContext);
  return dayLimits?.(field, data) ?? {};
}

function inputText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
