import { useState } from 'react';
import { TextArea } from '../../ui/TextField.tsx';
import { useDraftText } from '../shared/useDraftText.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import styles from './inputs.module.css';

type Reading = { value: unknown } | { fault: string };

function parse(text: string): Reading {
  if (text.trim() === '') return { value: undefined };
  try {
    return { value: JSON.parse(text) };
  } catch (error) {
    return { fault: error instanceof Error ? error.message : 'Not valid JSON' };
  }
}

/** The parsed value; invalid JSON is returned as text, so that validation refuses it. */
function read(text: string): unknown {
  const reading = parse(text);
  return 'fault' in reading ? text : reading.value;
}

const write = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Structured data without a dedicated input, as JSON text that is validated while typing. */
export function JsonInput(props: WidgetProps) {
  // Parsing yields a new object each time, so texts are compared.
  const { text, setText } = useDraftText(
    write(props.value),
    (draft) => write(read(draft)),
    (shown) => String(shown ?? ''),
  );
  const reading = parse(text);
  // Keeps its height when the text is reformatted on blur, so that the page does not shift.
  const [typed, setTyped] = useState<string | null>(null);
  const rows = Math.min(24, Math.max(4, (typed ?? text).split('\n').length + 1));
  return (
    <>
      <TextArea
        {...inputAttributes(props)}
        className={styles.code}
        rows={rows}
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.target.value);
          setTyped(event.target.value);
          props.onChange(read(event.target.value));
        }}
        onBlur={() => 'value' in reading && setText(write(reading.value))}
      />
      <p className={styles.counter} role="status">
        {'fault' in reading && `Not valid JSON yet: ${reading.fault}`}
      </p>
    </>
  );
}
