import styles from './reports.module.css';

interface NarrowingNameProps {
  name: string;
  isChosen: boolean;
  /** "Show only its pages" */
  title: string;
  onToggle: () => void;
}

/** A name in a table that narrows the report to it, and widens it again. */
export function NarrowingName({ name, isChosen, title, onToggle }: NarrowingNameProps) {
  return (
    <button type="button" className={styles.name} aria-pressed={isChosen} title={title} onClick={onToggle}>
      {name}
    </button>
  );
}
