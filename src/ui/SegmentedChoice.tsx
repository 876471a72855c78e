import { useId, type ReactNode } from 'react';
import { classNames } from './classNames.ts';
import styles from './SegmentedChoice.module.css';

export interface Segment<Value extends string> {
  value: Value;
  label: ReactNode;
}

export interface SegmentedChoiceProps<Value extends string> {
  label: string;
  choices: readonly Segment<Value>[];
  value: Value;
  onChange: (value: Value) => void;
  className?: string | undefined;
  /** In a form that is sent without scripts. */
  name?: string;
}

/**
 * A segmented control: one of a few values, side by side, as in a form: how something is shown, a period, a kind of text. Arrow keys
 * move, as in a radio group. Parts of a page or of a list are `Tabs`, or `TabLinks` where the address says which is shown.
 */
export function SegmentedChoice<Value extends string>({
  label,
  choices,
  value,
  onChange,
  className,
  name: givenName,
}: SegmentedChoiceProps<Value>) {
  const ownName = useId();
  const name = givenName ?? ownName;
  return (
    <div role="radiogroup" aria-label={label} className={classNames(styles.group, className)}>
      {choices.map((choice) => (
        <label key={choice.value} className={styles.segment}>
          <input
            type="radio"
            name={name}
            value={choice.value}
            className={styles.input}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
