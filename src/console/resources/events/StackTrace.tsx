import { useEffect, useState } from 'react';
import { classNames } from '../../../ui/classNames.ts';
import { Button } from '../../../ui/Button.tsx';
import { showToast } from '../../../ui/toasts.ts';
import { stackLines, type StackLine } from './stackFrames.ts';
import styles from './events.module.css';

/** Where it happened, call by call; the portal's own code stands out from what it uses. */
export function StackTrace({ stack }: { stack: string }) {
  return (
    <ol className={styles.stack} aria-label="Stack trace">
      {stackLines(stack).map((line, index) => <li key={index}><Line line={line} /></li>)}
    </ol>
  );
}

function Line({ line }: { line: StackLine }) {
  if (line.kind === 'words') return <span className={styles.stackWords}>{line.text}</span>;
  return (
    <span className={classNames(styles.frame, line.isForeign && styles.foreign)}>
      <span className={styles.call}>{line.call || 'anonymous'}</span> <span className={styles.place}>{line.place}</span>
    </span>
  );
}

const SHOWN_MS = 2000;

/** Copies a text, and says that it did. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setIsCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () => navigator.clipboard.writeText(text).then(
    () => setIsCopied(true),
    () => showToast('The browser did not allow copying. Select the text instead.', { tone: 'error' }),
  );
  return (
    <span aria-live="polite">
      <Button size="small" icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>{isCopied ? 'Copied' : label}</Button>
    </span>
  );
}
