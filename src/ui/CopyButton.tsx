import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { copyText } from './browserApis.ts';
import styles from './CopyButton.module.css';

const SHOWN_MS = 2000;

export interface CopyButtonProps {
  text: string;
  label: string;
  /** Of what, for those who hear the button alone. */
  of?: string;
  /** Default: small, beside what it copies. */
  size?: ButtonProps['size'];
}

/** Copies a text, and says that it did. */
export function CopyButton({ text, label, of, size = 'small' }: CopyButtonProps) {
  const [isCopied, setIsCopied] = useState(false);
  const [isRefused, setIsRefused] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const isDone = await copyText(text);
    setIsCopied(isDone);
    setIsRefused(!isDone);
  };
  return (
    <span aria-live="polite">
      <Button size={size} icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
        {isCopied ? 'Copied' : label}
        {of !== undefined && <span className="visually-hidden"> {of}</span>}
      </Button>
      {isRefused && <TextToCopy text={text} />}
    </span>
  );
}

/** The text, selected, where the browser does not copy it. */
function TextToCopy({ text }: Pick<CopyButtonProps, 'text'>) {
  return (
    <label className={styles.manual}>
      The browser did not allow copying. Copy the selected text:
      <textarea readOnly rows={3} value={text} ref={selectAll} onFocus={(event) => event.target.select()} />
    </label>
  );
}

function selectAll(field: HTMLTextAreaElement | null): void {
  field?.focus();
}
