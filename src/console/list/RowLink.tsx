import { LinkBase, useCreatePath } from 'ra-core';
import { KINDS } from '../../../domain/kinds.ts';
import type { Field, Row } from '../../../domain/model.ts';
import { isEmpty } from '../engine/represent.ts';
import { FieldValue } from '../values/FieldValue.tsx';
import { RecordName } from '../values/ReferenceName.tsx';
import { Thumbnail } from '../values/Thumbnail.tsx';
import type { Id, ListRows } from './listRows.ts';
import styles from './RowLink.module.css';

/** The first column opens the row. A reference standing there, an empty cell or a picture must still lead to the row itself. */
export function RowLink({ row, field, list }: { row: Row & { id: Id }; field: Field; list: ListRows }) {
  const createPath = useCreatePath();
  return (
    <LinkBase
      className={styles.rowLink}
      to={createPath({ type: 'show', resource: list.resource.name, id: row.id })}
      data-row-link=""
    >
      <Words row={row} field={field} list={list} />
    </LinkBase>
  );
}

function Words({ row, field, list }: { row: Row & { id: Id }; field: Field; list: ListRows }) {
  const value = row[field.name];
  const name = <RecordName resource={list.resource} row={row} />;
  if (isEmpty(value)) return name;
  if (KINDS[field.kind].look !== 'picture') return <FieldValue field={field} value={value} inCell plain />;
  return (
    <>
      <Thumbnail file={String(value)} alt="" inCell />
      <span className="visually-hidden">{name}</span>
    </>
  );
}
