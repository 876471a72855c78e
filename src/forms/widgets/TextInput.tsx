import { TextArea, TextInput as Input } from '../../ui/TextField.tsx';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import styles from './inputs.module.css';

function inputText(value: unknown): string {
  return typeof value === 'string' ? value : value == null ? '' : String(value);
}

const emptyAsAbsent = (text: string) => (text === '' ? undefined : text);

export function TextInput(props: WidgetProps) {
  const short = (props.property.maxLength ?? Infinity) <= 20;
  return (
    <Input
      {...inputAttributes(props)}
      className={short ? styles.short : undefined}
      {...(props.property['x-secret'] && { type: 'password', autoComplete: 'off' })}
      value={inputText(props.value)}
      onChange={(event) => props.onChange(emptyAsAbsent(event.target.value))}
    />
  );
}

export function EmailInput(props: WidgetProps) {
  return (
    <Input
      {...inputAttributes(props)}
      type="email"
      autoComplete="email"
      spellCheck={false}
      value={inputText(props.value)}
      onChange={(event) => props.onChange(emptyAsAbsent(event.target.value.trim()))}
    />
  );
}

export function UrlInput(props: WidgetProps) {
  const complete = () => {
    const text = inputText(props.value);
    if (/^[\w-]+(\.[\w-]+)+([/?#].*)?$/.test(text)) props.onChange(`https://${text}`);
  };
  return (
    <Input
      {...inputAttributes(props)}
      type="url"
      inputMode="url"
      autoComplete="url"
      placeholder="https://"
      spellCheck={false}
      value={inputText(props.value)}
      onChange={(event) => props.onChange(emptyAsAbsent(event.target.value.trim()))}
      onBlur={complete}
    />
  );
}

/** A textarea that grows with its text and shows the remaining characters near the limit. */
export function LongTextInput(props: WidgetProps) {
  const text = inputText(props.value);
  const limit = props.property.maxLength ?? Infinity;
  const left = limit - [...text].length;
  const near = left < Math.min(200, limit * 0.2);
  return (
    <>
      <TextArea
        {...inputAttributes(props)}
        className={styles.long}
        rows={4}
        value={text}
        onChange={(event) => props.onChange(emptyAsAbsent(event.target.value))}
      />
      <p className={styles.counter} role="status">
        {near && (left >= 0 ? `${left} characters left` : `${-left} characters too many`)}
      </p>
    </>
  );
}
