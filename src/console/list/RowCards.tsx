import type { Field } from '../../../domain/declarations/model.ts';
import { classNames } from '../../ui/classNames.ts';
import { BulkBar } from './BulkBar.tsx';
import { CellValue } from './CellValue.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { RowLink } from './RowLink.tsx';
import { isSelectable, type ListRows } from './listRows.ts';
import styles from './RowCards.module.css';

const FIELDS_ON_A_CARD = 3;

/** The first fields and all amounts of money. */
function cardFields([, ...rest]: readonly Field[]): Field[] {
  return rest.filter(({ kind }, index) => index < FIELDS_ON_A_CARD || kind === 'money');
}

export function RowCards({ list }: { list: ListRows }) {
  const { resource, view, slots } = list;
  const [first] = view.columns;
  if (!first) return null;
  return (
    <div className={classNames(list.isStale && styles.stale)}>
      {list.selected.length > 0 && (
        <div className={styles.cardBulk}>
          <BulkBar list={list} />
        </div>
      )}
      <ul className={styles.cards} aria-label={resource.config.label}>
        {list.rows.map((row) => (
          <li key={row.id} className={classNames(styles.card, list.selected.includes(row.id) && styles.selected)}>
            <div className={styles.cardHead}>
              <RowLink row={row} field={first} list={list} />
              {list.rowActions?.(row)}
              {isSelectable(list) && (
                <Checkbox
                  label={`Select ${resource.formSchema.create.title} ${row.id}`}
                  checked={list.selected.includes(row.id)}
                  onChange={() => list.onToggle(row.id)}
                />
              )}
            </div>
            <dl className={styles.cardFacts}>
              {cardFields(view.columns).map((field) => (
                <div key={field.name}>
                  <dt>{field.title}</dt>
                  <dd>
                    <CellValue row={row} field={field} slots={slots} plain />
                  </dd>
                </div>
              ))}
            </dl>
            {slots.rowActions && <div className={styles.cardActions}>{slots.rowActions(row)}</div>}
          </li>
        ))}
      </ul>
    </div>
  );
}
