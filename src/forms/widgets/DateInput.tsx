import { DateInput as Input, INCOMPLETE } from '../../ui/DateInput.tsx';
import { useFormEnvironment } from '../FormEnvironment.ts';
import { useDraftText } from '../useDraftText.ts';
import type { WidgetProps } from '../widgetProps.ts';
import { inputAttributes } from '../widgetProps.ts';
import { instantOf, wallClockOf, zoneName } from '../zonedTime.ts';
import field from '../../ui/Field.module.css';
import styles from './inputs.module.css';

/** The first `length` characters of the value, as the input expects them. */
function textOf(value: unknown, length: number): string {
  return value === INCOMPLETE ? INCOMPLETE : typeof value === 'string' ? value.slice(0, length) : '';
}

export function DateInput(props: WidgetProps) {
  return (
    <Input
      {...inputAttributes(props)}
      className={styles.date}
      type="date"
      value={textOf(props.value, 10)}
      onValue={(value) => props.onChange(value || undefined)}
    />
  );
}

export function TimeInput(props: WidgetProps) {
  const type = (value: string) =>
    props.onChange(value === INCOMPLETE || value === '' ? value || undefined : `${value}:00`);
  return (
    <Input
      {...inputAttributes(props)}
      className={styles.date}
      type="time"
      value={textOf(props.value, 5)}
      onValue={type}
    />
  );
}

/** An instant, entered and displayed as local time in the form's zone. */
export function DateTimeInput(props: WidgetProps) {
  const { timezone } = useFormEnvironment();
  const read = (wallClock: string) =>
    wallClock === INCOMPLETE ? INCOMPLETE : wallClock ? instantOf(wallClock, timezone) : undefined;
  const write = (value: unknown) =>
    value === INCOMPLETE ? INCOMPLETE : typeof value === 'string' ? wallClockOf(value, timezone) : '';
  const { text, setText } = useDraftText(props.value, read, write);
  const type = (wallClock: string) => {
    setText(wallClock);
    props.onChange(read(wallClock));
  };
  const shown = typeof props.value === 'string' ? new Date(props.value) : new Date(0);
  const zone =
    Number.isNaN(shown.getTime()) || !props.value ? timezone.replaceAll('_', ' ') : zoneName(timezone, shown);
  return (
    <span className={field.affixed}>
      <Input {...inputAttributes(props)} className={styles.date} type="datetime-local" value={text} onValue={type} />
      <span className={field.affix}>{zone}</span>
    </span>
  );
}
