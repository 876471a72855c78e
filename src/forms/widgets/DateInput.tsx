import { TextInput as Input } from '../../ui/TextField.tsx';
import { useFormEnvironment } from '../FormEnvironment.ts';
import { useDraftText } from '../useDraftText.ts';
import type { WidgetProps } from '../widgetProps.ts';
import { inputAttributes } from '../widgetProps.ts';
import { instantOf, wallClockOf, zoneName } from '../zonedTime.ts';
import field from '../../ui/Field.module.css';
import styles from './inputs.module.css';

const textOf = (value: unknown) => (typeof value === 'string' ? value : '');

export function DateInput(props: WidgetProps) {
  return (
    <Input
      {...inputAttributes(props)}
      className={styles.date}
      type="date"
      value={textOf(props.value).slice(0, 10)}
      onChange={(event) => props.onChange(event.target.value || undefined)}
    />
  );
}

export function TimeInput(props: WidgetProps) {
  return (
    <Input
      {...inputAttributes(props)}
      className={styles.date}
      type="time"
      value={textOf(props.value).slice(0, 5)}
      onChange={(event) => props.onChange(event.target.value ? `${event.target.value}:00` : undefined)}
    />
  );
}

/** An instant, typed and shown on the wall clock of the form's zone. */
export function DateTimeInput(props: WidgetProps) {
  const { timezone } = useFormEnvironment();
  const { text, setText } = useDraftText(
    props.value,
    (wallClock) => (wallClock ? instantOf(wallClock, timezone) : undefined),
    (value) => wallClockOf(textOf(value), timezone),
  );
  const type = (wallClock: string) => {
    setText(wallClock);
    props.onChange(wallClock ? instantOf(wallClock, timezone) : undefined);
  };
  const shown = typeof props.value === 'string' ? new Date(props.value) : new Date(0);
  const zone =
    Number.isNaN(shown.getTime()) || !props.value ? timezone.replaceAll('_', ' ') : zoneName(timezone, shown);
  return (
    <span className={field.affixed}>
      <Input
        {...inputAttributes(props)}
        className={styles.date}
        type="datetime-local"
        value={text}
        onChange={(event) => type(event.target.value)}
      />
      <span className={field.affix}>{zone}</span>
    </span>
  );
}
