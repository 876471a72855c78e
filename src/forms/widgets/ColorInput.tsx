import { TextInput as Input } from '../../ui/TextField.tsx';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import field from '../../ui/Field.module.css';
import styles from './inputs.module.css';

export function ColorInput(props: WidgetProps) {
  const text = typeof props.value === 'string' ? props.value : '';
  const valid = /^#[0-9a-f]{6}$/i.test(text);
  return (
    <span className={field.affixed}>
      <input
        type="color"
        className={styles.swatch}
        aria-label={`Choose ${props.label}`}
        disabled={props.disabled}
        value={valid ? text : '#000000'}
        onChange={(event) => props.onChange(event.target.value)}
      />
      <Input
        {...inputAttributes(props)}
        className={styles.short}
        placeholder="#1f4b99"
        spellCheck={false}
        value={text}
        onChange={(event) => props.onChange(event.target.value || undefined)}
      />
    </span>
  );
}
