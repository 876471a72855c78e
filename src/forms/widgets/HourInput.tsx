import type { HourPlace } from '../../ui/hourText.ts';
import { DatePicker } from '../../ui/datePicker/DatePicker.tsx';
import type { PickerAttributes } from '../../ui/datePicker/PickerBox.tsx';
import type { PickerOptions } from '../../ui/datePicker/pickerConfig.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';

/** A decimal hour, entered and displayed as a time: accepts "8:30 AM", "17:30" and "8.5". */
export function HourInput(props: WidgetProps) {
  return (
    <HourPicker
      {...inputAttributes(props)}
      {...stepAccuracy(props.property.multipleOf)}
      hour={props.property['x-hour'] ?? 'start'}
      value={props.value}
      onHour={props.onChange}
    />
  );
}

/** What a panel offers where hours are multiples of a part of one. */
export function stepAccuracy(step: number | undefined): Pick<PickerOptions, 'accuracy' | 'rules'> {
  if (step === undefined) return {};
  return step >= 1
    ? { accuracy: 1, rules: { minutes: 0 } }
    : { rules: { minutes: { interval: Math.round(step * 60) } } };
}

export interface HourPickerProps extends PickerAttributes {
  hour: HourPlace;
  value: unknown;
  /** undefined when empty; unparsable text as is, for validation to report. */
  onHour: (value: unknown) => void;
}

export function HourPicker({ value, onHour, ...rest }: HourPickerProps) {
  return (
    <DatePicker
      {...rest}
      visibility="click"
      mode="time"
      valueType="hour"
      value={typeof value === 'number' || typeof value === 'string' ? value : null}
      onValue={(hour) => onHour(hour ?? undefined)}
    />
  );
}
