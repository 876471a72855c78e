import { currencySymbol, formatAmount, parseAmount } from '../../../domain/values/money.ts';
import { readNumber } from '../../../domain/values/number-text.ts';
import { TextInput as Input } from '../../ui/TextField.tsx';
import { useDraftText } from '../shared/useDraftText.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import field from '../../ui/Field.module.css';
import styles from './inputs.module.css';

/** Parses the text as a number; unparsable text is returned as is (validation then reports it), empty text as undefined. */
export function numberOrText(text: string): unknown {
  return text.trim() === '' ? undefined : (readNumber(text) ?? text);
}

function readMoney(text: string): unknown {
  return text.trim() === '' ? undefined : (parseAmount(text) ?? text);
}

export function writeNumber(value: unknown): string {
  return value == null ? '' : String(value);
}

const writeMoney = (value: unknown) => (typeof value === 'number' ? formatAmount(value) : writeNumber(value));

export function NumberInput(props: WidgetProps) {
  const { text, setText, tidy } = useDraftText(props.value, numberOrText, writeNumber);
  const unit = props.property['x-unit'] ?? (props.property['x-percent'] ? '%' : undefined);
  const type = (value: string) => {
    setText(value);
    props.onChange(numberOrText(value));
  };
  return (
    <span className={field.affixed}>
      <Input
        {...inputAttributes(props)}
        className={styles.figures}
        inputMode={props.property.type === 'integer' ? 'numeric' : 'decimal'}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={tidy}
      />
      {unit && <span className={field.affix}>{unit}</span>}
    </span>
  );
}

/** Integer minor units, entered and displayed as an amount. */
export function MoneyInput(props: WidgetProps) {
  const { text, setText, tidy } = useDraftText(props.value, readMoney, writeMoney);
  const type = (value: string) => {
    setText(value);
    props.onChange(readMoney(value));
  };
  return (
    <span className={field.affixed}>
      <span className={field.affix} aria-hidden="true">
        {currencySymbol()}
      </span>
      <Input
        {...inputAttributes(props)}
        className={styles.figures}
        inputMode="decimal"
        autoComplete="off"
        placeholder={formatAmount(0)}
        value={text}
        onChange={(event) => type(event.target.value)}
        onBlur={tidy}
      />
    </span>
  );
}
