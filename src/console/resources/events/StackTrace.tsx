import { classNames } from '../../../ui/classNames.ts';
import { stackLines, type StackLine } from './stackFrames.ts';
import styles from './events.module.css';

/** A stack trace, with the portal's own frames emphasised. */
export function StackTrace({ stack }: { stack: string }) {
  return (
    <ol className={styles.stack} aria-label="Stack trace">
      {stackLines(stack).map((line, index) => (
        <li key={index}>
          <Line line={line} />
        </li>
      ))}
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
