import { LinkBase, useCreatePath } from 'ra-core';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { isEmpty } from '../engine/represent.ts';
import { RecordName } from '../values/ReferenceName.tsx';
import { Thumbnail } from '../values/Thumbnail.tsx';
import { CellValue } from './CellValue.tsx';
import type { ListRows } from './listRows.ts';
import type { ListRow } from './listSlots.ts';
import styles from './RowLink.module.css';

export interface RowLinkProps {
  row: ListRow;
  field: Field;
  list: Pick<ListRows, 'resource' | 'slots'>;
}

/** The first column links to the row, even if its value is a reference, a picture or empty. */
export function RowLink({ row, field, list }: RowLinkProps) {
  const createPath = useCreatePath();
  const { resource, slots } = list;
  const to = slots.rowPath ? slots.rowPath(row) : createPath({ type: 'show', resource: resource.name, id: row.id });
  const text = <RowText row={row} field={field} list={list} />;
  if (to === null) return text;
  return (
    <LinkBase className={styles.rowLink} to={to} data-row-link="">
      {text}
    </LinkBase>
  );
}

function RowText({ row, field, list }: RowLinkProps) {
  const value = row[field.name];
  const name = <RecordName resource={list.resource} row={row} />;
  if (isEmpty(value)) return name;
  if (KINDS[field.kind].look !== 'picture') return <CellValue row={row} field={field} slots={list.slots} plain />;
  return (
    <>
      <Thumbnail file={String(value)} alt="" inCell />
      <span className="visually-hidden">{name}</span>
    </>
  );
}
