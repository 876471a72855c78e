import { useRef } from 'react';
import { flushSync } from 'react-dom';
import { Button } from '../../ui/Button.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import { IconButton } from '../../ui/IconButton.tsx';
import { faultsWithin, inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import styles from './inputs.module.css';

/** A list of short texts, one input each. Enter adds an entry; pasted lines become entries. */
export function StringsInput(props: WidgetProps) {
  const root = useRef<HTMLDivElement>(null);
  const texts = Array.isArray(props.value) ? props.value.map(String) : [];
  const shown = texts.length > 0 ? texts : [''];
  const set = (next: string[]) =>
    props.onChange(next.length === 0 || (next.length === 1 && next[0] === '') ? undefined : next);
  /** Synchronous, so that the next key reaches the focused entry. */
  const setAndFocus = (next: string[], index: number) => {
    flushSync(() => set(next));
    root.current?.querySelectorAll('input')[index]?.focus();
  };
  const add = (after: number) => setAndFocus([...shown.slice(0, after + 1), '', ...shown.slice(after + 1)], after + 1);
  const type = (index: number, text: string) => set(shown.toSpliced(index, 1, ...text.split('\n')));
  return (
    <div ref={root} className={styles.strings}>
      {shown.map((text, index) => (
        // Rows have no identity other than their index.
        <div key={index} className={styles.stringRow}>
          <TextInput
            {...inputAttributes({ ...props, ...faultsWithin(props, index) })}
            id={index === 0 ? props.id : `${props.id}_${index}`}
            aria-label={index === 0 ? undefined : `${props.label}, ${index + 1}`}
            value={text}
            onChange={(event) => type(index, event.target.value)}
            onPaste={(event) => {
              const lines = event.clipboardData
                .getData('text')
                .split(/\r?\n/)
                .map((line) => line.trim())
                .filter(Boolean);
              if (lines.length < 2) return;
              event.preventDefault();
              set(shown.toSpliced(index, text === '' ? 1 : 0, ...lines));
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              add(index);
            }}
          />
          {shown.length > 1 && !props.disabled && (
            <IconButton
              icon="trash-2"
              label={`Remove ${text || `line ${index + 1}`}`}
              onClick={() => setAndFocus(shown.toSpliced(index, 1), Math.max(0, index - 1))}
            />
          )}
        </div>
      ))}
      {!props.disabled && (
        <Button size="small" icon="plus" onClick={() => add(shown.length - 1)}>
          Add another
        </Button>
      )}
    </div>
  );
}
