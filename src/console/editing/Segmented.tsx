import { useId } from 'react';
import styles from './editing.module.css';

export interface Segment<Key extends string> {
  key: Key;
  label: string;
}

interface SegmentedProps<Key extends string> {
  /** What is chosen: "Width of the preview". */
  label: string;
  segments: readonly Segment<Key>[];
  value: Key;
  onChange: (key: Key) => void;
}

/** One of a few, side by side on one line. */
export function Segmented<Key extends string>({ label, segments, value, onChange }: SegmentedProps<Key>) {
  const name = useId();
  return (
    <fieldset className={styles.segments}>
      <legend className="visually-hidden">{label}</legend>
      {segments.map((segment) => (
        <label key={segment.key} className={styles.segment}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={segment.key === value}
            onChange={() => onChange(segment.key)}
          />
          <span>{segment.label}</span>
        </label>
      ))}
    </fieldset>
  );
}
