import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Field, Row } from '../../../domain/declarations/model.ts';
import { isEmpty } from '../engine/represent.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import styles from './show.module.css';

export interface RecordFactsProps {
  resource: ClientResource;
  row: Row;
  without: readonly string[];
}

/** Read-only facts at the side: computed fields, author and timestamps. */
export function RecordFacts({ resource, row, without }: RecordFactsProps) {
  const own = resource.fields.filter(
    (field) => !field.engine && !without.includes(field.name) && !field.long && !isEmpty(row[field.name]),
  );
  const engine = resource.fields.filter((field) => field.engine && !isEmpty(row[field.name]));
  const numbers = engine.filter((field) => field.name === 'id' || field.name === 'version');
  const facts = engine.filter((field) => !numbers.includes(field));
  return (
    <aside className={styles.facts} aria-label="Facts">
      <dl>
        {[...own, ...facts, ...numbers].map((field) => (
          <Fact key={field.name} field={field} row={row} />
        ))}
      </dl>
    </aside>
  );
}

function Fact({ field, row }: { field: Field; row: Row }) {
  return (
    <div className={styles.fact}>
      <dt>{field.title}</dt>
      <dd>
        <FieldValue field={field} value={row[field.name]} row={row} />
      </dd>
    </div>
  );
}
