import { changesBetween, isUnchanged } from '../../../../requests/formChanges.ts';
import type { RequestFormSchema } from '../../../../../domain/requests/request-form.ts';
import styles from './editor.module.css';

/** The differences between two versions of a form, field by field; null where there are none. */
export function formChanges(before: RequestFormSchema | null, after: RequestFormSchema) {
  const changes = changesBetween(before, after);
  if (isUnchanged(changes)) return null;
  const { added, removed, changed, isReordered } = changes;
  return (
    <ul className={styles.changes}>
      {added.length > 0 && (
        <li>
          Added: <strong>{added.join(', ')}</strong>
        </li>
      )}
      {removed.length > 0 && (
        <li>
          Removed: <strong>{removed.join(', ')}</strong>
        </li>
      )}
      {changed.map(({ title, what }) => (
        <li key={title}>
          <strong>{title}</strong>: {what.join(', ')}
        </li>
      ))}
      {isReordered && <li>Order of the fields</li>}
    </ul>
  );
}
