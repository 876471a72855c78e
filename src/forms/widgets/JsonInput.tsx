import { useState } from 'react';
import { TextArea } from '../../ui/TextField.tsx';
import { useDraftText } from '../useDraftText.ts';
import type { WidgetProps } from '../widgetProps.ts';
import { inputAttributes } from '../widgetProps.ts';
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

/** The value a text stands for; a text that is no JSON stands for itself, so that the check refuses it. */
function read(text: string): unknown {
  const reading = parse(text);
  return 'fault' in reading ? text : reading.value;
}

const write = (value: unknown) =>
  value === undefined || value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value, null, 2);

/** Structured data without an input of its own, as JSON text that is checked while it is typed. */
export function JsonInput(props: WidgetProps) {
  // Parsed anew, the same text makes another object; texts are what can be compared.
  const { text, setText } = useDraftText(
    write(props.value),
    (draft) => write(read(draft)),
    (shown) => String(shown ?? ''),
  );
  const reading = parse(text);
  // As high as it was typed: put in order when it is left, it does not move the page.
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
