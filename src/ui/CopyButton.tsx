import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from './Button.tsx';
import { showToast } from './toasts.ts';

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
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setIsCopied(false), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setIsCopied(true),
      () => showToast('The browser did not allow copying. Select the text instead.', { tone: 'error' }),
    );
  return (
    <span aria-live="polite">
      <Button size={size} icon={isCopied ? 'check' : 'copy'} onClick={() => void copy()}>
        {isCopied ? 'Copied' : label}
        {of !== undefined && <span className="visually-hidden"> {of}</span>}
      </Button>
    </span>
  );
}
