import { TextInput as Input } from '../../ui/TextField.tsx';
import field from '../../ui/Field.module.css';
import { useDraftText } from '../shared/useDraftText.ts';
import { faultsWithin, type WidgetProps } from '../shared/widgetProps.ts';
import { numberOrText, writeNumber } from './NumberInput.tsx';
import styles from './inputs.module.css';

/** A fixed-length list of numbers with labels from `x-labels` ({"0": "Sunday"}). An empty input counts as the minimum. */
export function NumbersInput(props: WidgetProps) {
  const { property, onChange } = props;
  const count = property.maxItems ?? 0;
  const labels = property['x-labels'];
  const least = property.items?.minimum ?? 0;
  const value: unknown[] = Array.isArray(props.value) ? props.value : [];
  const change = (index: number, next: unknown) => {
    const numbers = Array.from({ length: count }, (_, place) => (place === index ? next : value[place]) ?? least);
    onChange(numbers);
  };
  return (
    <div className={styles.numbers}>
      {Array.from({ length: count }, (_, index) => {
        const id = index === 0 ? props.id : `${props.id}_${index}`;
        const label = (Array.isArray(labels) ? labels[index] : labels?.[String(index)]) ?? String(index + 1);
        return (
          <div key={index} className={field.field}>
            <label htmlFor={id} className={styles.numberLabel}>
              {label}
            </label>
            <OneNumber
              {...props}
              {...faultsWithin(props, index)}
              id={id}
              label={`${props.label}, ${label}`}
              value={value[index]}
              onChange={(next) => change(index, next)}
            />
          </div>
        );
      })}
    </div>
  );
}

function OneNumber({ id, disabled, invalid, describedBy, value, onChange }: WidgetProps) {
  const { text, setText, tidy } = useDraftText(value, numberOrText, writeNumber);
  return (
    <Input
      id={id}
      disabled={disabled}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      inputMode="decimal"
      autoComplete="off"
      value={text}
      onChange={(event) => {
        setText(event.target.value);
        onChange(numberOrText(event.target.value));
      }}
      onBlur={tidy}
    />
  );
}
