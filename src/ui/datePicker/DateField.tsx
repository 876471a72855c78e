import { Field } from '../Field.tsx';
import { frame, type FieldFrame } from '../TextField.tsx';
import { DatePicker, type DatePickerProps } from './DatePicker.tsx';

type Framed = 'id' | 'aria-describedby' | 'aria-invalid';

export type DateFieldProps = FieldFrame & DistributiveOmit<DatePickerProps, Framed>;

type DistributiveOmit<Props, Keys extends string> = Props extends unknown ? Omit<Props, Keys> : never;

/** A date picker with its label; its own faults are shown where there is no other error. It opens by a click. */
export function DateField({ label, help, error, optional, hideLabel, id, ...picker }: DateFieldProps) {
  return (
    <Field {...frame({ label, help, error, optional, hideLabel, id })}>
      {(ids) => (
        <DatePicker
          visibility="click"
          {...(picker.range === true && typeof label === 'string' ? { 'aria-label': label } : {})}
          {...picker}
          {...ids}
        />
      )}
    </Field>
  );
}
