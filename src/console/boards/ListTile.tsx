import { formatNumber } from '../../../domain/values/formats.ts';
import type { TileAnswer } from '../../../domain/calls/reports.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { isNumeric } from '../../../domain/declarations/kinds.ts';
import { formatTotal } from '../../../domain/declarations/list-total.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { classNames } from '../../ui/classNames.ts';
import { Table, type Column } from '../../ui/Table.tsx';
import { useConsole } from '../engine/consoleContext.ts';
import { CellValue } from '../list/CellValue.tsx';
import { NO_SLOTS, type ListRow } from '../list/listSlots.ts';
import { RowLink } from '../list/RowLink.tsx';
import values from '../values/values.module.css';
import styles from './ListTile.module.css';

type ListTileAnswer = Extract<TileAnswer, { kind: 'list' }>;

export function ListTile({ tile }: { tile: ListTileAnswer }) {
  const resource = useConsole().resourceNamed(tile.resource);
  if (resource === undefined)
    return <p className={styles.line}>You do not have access to these rows. Reload the page.</p>;
  if (tile.rows.length === 0) return <p className={styles.line}>Nothing to show.</p>;
  return (
    <>
      <div className={styles.rows}>
        <Table
          caption={tile.title}
          columns={tileColumns(resource, tile.columns)}
          rows={tile.rows as ListRow[]}
          rowKey={({ id }) => id}
          isStacking={false}
        />
      </div>
      <MoreRows tile={tile} />
    </>
  );
}

function tileColumns(resource: ClientResource, names: readonly string[]): Column<ListRow>[] {
  const named = names.flatMap((name) => resource.fields.find((field) => field.name === name) ?? []);
  const fields = named.length > 0 ? named : resource.fields.slice(0, 1);
  return fields.map((field, index) => ({
    key: field.name,
    header: field.title,
    align: isNumeric(field) && index > 0 ? 'end' : 'start',
    cell: (row) => (index === 0 ? <FirstCell resource={resource} field={field} row={row} /> : tileCell(field, row)),
  }));
}

function FirstCell({ resource, field, row }: { resource: ClientResource; field: Field; row: ListRow }) {
  return <RowLink row={row} field={field} list={{ resource, slots: NO_SLOTS }} />;
}

function tileCell(field: Field, row: ListRow) {
  return (
    <span className={classNames(values.inCell, isNumeric(field) && styles.figure)}>
      <CellValue row={row} field={field} slots={NO_SLOTS} />
    </span>
  );
}

function MoreRows({ tile: { title, to, rows, total, isEstimate } }: { tile: ListTileAnswer }) {
  if (total <= rows.length) return null;
  const text = formatTotal(formatNumber(total), isEstimate ? 'estimate' : undefined);
  return (
    <p className={styles.more}>
      {to === null ? (
        `${formatNumber(rows.length)} of ${text}`
      ) : (
        <SiteLink to={to} className={styles.all}>
          Show all {isEstimate ? `(${text})` : text}
          <span className="visually-hidden"> in {title}</span>
        </SiteLink>
      )}
    </p>
  );
}
