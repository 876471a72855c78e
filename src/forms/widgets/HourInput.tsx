import { useState, type ComponentProps } from 'react';
import { hourText, readHour, type HourPlace } from '../../../domain/hour-text.ts';
import { classNames } from '../../ui/classNames.ts';
import { TextInput as Input } from '../../ui/TextField.tsx';
import type { WidgetProps } from '../widgetProps.ts';
import { inputAttributes } from '../widgetProps.ts';
import styles from './inputs.module.css';

/** A decimal hour, entered and displayed as a time: accepts "8:30 AM", "17:30" and "8.5". */
export function HourInput(props: WidgetProps) {
  return (
    <HourText
      {...inputAttributes(props)}
      className={styles.figures}
      placeholder="8:30 AM"
      place={props.property['x-hour'] ?? 'start'}
      value={props.value}
      onHour={props.onChange}
    />
  );
}

export interface HourTextProps extends Omit<ComponentProps<'input'>, 'value' | 'onChange'> {
  place: HourPlace;
  value: unknown;
  /** undefined when empty; unparsable text as is, for validation to report. */
  onHour: (value: unknown) => void;
}

export function HourText({ place, value, onHour, className, ...rest }: HourTextProps) {
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <Input
      autoComplete="off"
      {...rest}
      className={classNames(className)}
      value={typed ?? written(value)}
      onChange={(event) => {
        const text = event.target.value;
        setTyped(text);
        onHour(text.trim() === '' ? undefined : (readHour(text, place) ?? text));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function written(value: unknown): string {
  return typeof value === 'number' ? hourText(value) : value == null ? '' : String(value);
}
