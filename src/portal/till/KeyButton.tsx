import { Button, type ButtonProps } from '../../ui/Button.tsx';
import styles from './Till.module.css';

interface KeyButtonProps extends ButtonProps {
  /** "F2", as the keyboard has it. */
  shortcut: string;
}

/** A button that shows its key. The page handles the key (`useTillKeys`). */
export function KeyButton({ shortcut, children, ...rest }: KeyButtonProps) {
  return (
    <Button {...rest} aria-keyshortcuts={ARIA_KEYS[shortcut] ?? shortcut}>
      {children}
      <Key>{shortcut}</Key>
    </Button>
  );
}

export function Key({ children }: { children: string }) {
  return (
    <kbd className={styles.key} aria-hidden="true">
      {children}
    </kbd>
  );
}

const ARIA_KEYS: Readonly<Record<string, string>> = { Esc: 'Escape' };
