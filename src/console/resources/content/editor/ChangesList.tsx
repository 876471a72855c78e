import type { ContentChanges } from './contentChanges.ts';
import styles from './editor.module.css';

/** Describes the differences between two versions of a page. */
export function ChangesList({ changes: { page, added, removed, changed, isReordered } }: { changes: ContentChanges }) {
  return (
    <ul className={styles.changes}>
      {page.map((words) => (
        <li key={words}>{words}</li>
      ))}
      <Cards words="Added" titles={added} />
      <Cards words="Removed" titles={removed} />
      {changed.map(({ title, what }, index) => (
        <li key={index}>
          <strong>{title}</strong>: {what.join(', ')}
        </li>
      ))}
      {isReordered && <li>The order of the cards</li>}
    </ul>
  );
}

function Cards({ words, titles }: { words: string; titles: string[] }) {
  return titles.length === 0 ? null : (
    <li>
      {words}: <strong>{titles.join(', ')}</strong>
    </li>
  );
}
