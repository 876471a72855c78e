import { useQuery } from '@tanstack/react-query';
import { changesBetween, isUnchanged, type FormChanges as Changes } from '../../../../requests/formChanges.ts';
import type { RequestFormSchema } from '../../../../../domain/requests/request-form.ts';
import { Loading } from '../../../../ui/Loading.tsx';
import { versionSchema } from './useFormEditor.ts';
import styles from './editor.module.css';

/** The differences between two versions of a form, field by field. */
export function FormChanges({ changes: { added, removed, changed, isReordered } }: { changes: Changes }) {
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
      {isReordered && <li>The order of the fields</li>}
    </ul>
  );
}

/** What the draft changes since a published version. */
export function VersionChanges({ id, schema }: { id: number; schema: RequestFormSchema }) {
  const { data, error } = useQuery({
    queryKey: ['forms', 'version', id],
    queryFn: () => versionSchema(id),
    staleTime: Infinity,
  });
  if (error) return <p role="alert">{error.message}</p>;
  if (!data) return <Loading lines={2} />;
  const changes = changesBetween(data, schema);
  return isUnchanged(changes) ? <p>The draft is the same.</p> : <FormChanges changes={changes} />;
}
