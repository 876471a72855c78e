import styles from './reports.module.css';

/** The first figures of a report, each with what it means. */
export function KeyFigures({
  figures,
}: {
  figures: readonly (readonly [label: string, value: string, note: string])[];
}) {
  return (
    <dl className={styles.keyFigures}>
      {figures.map(([label, value, note]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <span className={styles.keyFigure}>{value}</span> <span className={styles.quiet}>{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}
