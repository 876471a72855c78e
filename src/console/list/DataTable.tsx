import { useEffect, useRef } from 'react';
import { LinkBase, useCreatePath } from 'ra-core';
import { hasVisibleOrder, isNumeric } from '../../../domain/declarations/kinds.ts';
import type { Field } from '../../../domain/declarations/model.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { BulkBar } from './BulkBar.tsx';
import { CellValue } from './CellValue.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { hasEnd, isSelectable, type ListRows } from './listRows.ts';
import type { ListRow } from './listSlots.ts';
import { RowLink } from './RowLink.tsx';
import pageTable from '../../ui/pageTable.module.css';
import values from '../values/values.module.css';
import frame from './ListFrame.module.css';
import styles from './DataTable.module.css';

export function DataTable({ list }: { list: ListRows }) {
  const { resource, view, rows } = list;
  const selectable = isSelectable(list);
  const isSelecting = list.selected.length > 0;
  const body = useRef<HTMLTableSectionElement>(null);
  useEffect(() => {
    const element = body.current;
    const onKey = (event: KeyboardEvent) => moveBetweenRows(event, element);
    element?.addEventListener('keydown', onKey);
    return () => element?.removeEventListener('keydown', onKey);
  }, []);
  return (
    <div className={classNames(frame.frame, pageTable.box, styles.scroll)} tabIndex={-1}>
      <table className={classNames(styles.table, view.compact && styles.compact, list.isStale && styles.stale)}>
        <caption className="visually-hidden">{resource.config.label}</caption>
        <thead className={pageTable.head}>
          <tr className={classNames(isSelecting && styles.selectionHead)}>
            {selectable && (
              <th scope="col" className={styles.checkCell}>
                <PageCheckbox list={list} />
                {isSelecting && (
                  <div className={styles.overHead}>
                    <BulkBar list={list} />
                  </div>
                )}
              </th>
            )}
            {view.columns.map((field) =>
              isSelecting ? (
                <th key={field.name} scope="col" className={classNames(isEndAligned(field, list) && styles.numeric)}>
                  <SortLabel field={field} hidden />
                </th>
              ) : (
                <HeadCell key={field.name} field={field} list={list} />
              ),
            )}
            {hasEnd(list) && (
              <th scope="col" className={styles.endCell}>
                <span className="visually-hidden">Actions</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody ref={body}>
          {rows.map((row) => (
            <TableRow key={row.id} row={row} list={list} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Numbers are right-aligned, except in the first column, which holds the row's link. */
function isEndAligned(field: Field, { view }: ListRows): boolean {
  return isNumeric(field) && view.columns[0] !== field;
}

function PageCheckbox({ list }: { list: ListRows }) {
  const ids = list.rows.map((row) => row.id);
  const chosen = ids.filter((id) => list.selected.includes(id));
  const all = chosen.length === ids.length && ids.length > 0;
  return (
    <Checkbox
      label={all ? 'Deselect the rows on this page' : 'Select the rows on this page'}
      checked={all}
      indeterminate={!all && list.selected.length > 0}
      onChange={() =>
        list.onSelect(all ? list.selected.filter((id) => !ids.includes(id)) : [...new Set([...list.selected, ...ids])])
      }
    />
  );
}

function HeadCell({ field, list }: { field: Field; list: ListRows }) {
  const { sort, onSort } = list;
  const isSorted = sort.field === field.name;
  const direction = isSorted ? (sort.order === 'ASC' ? 'ascending' : 'descending') : 'none';
  const numeric = isEndAligned(field, list) && styles.numeric;
  if (!hasVisibleOrder(field))
    return (
      <th scope="col" className={classNames(numeric)}>
        <span className={styles.headText}>{field.title}</span>
      </th>
    );
  return (
    <th scope="col" aria-sort={direction} className={classNames(numeric)}>
      <button
        type="button"
        className={classNames(styles.sort, isSorted && styles.sorted)}
        onClick={() => onSort({ field: field.name, order: isSorted && sort.order === 'ASC' ? 'DESC' : 'ASC' })}
      >
        <SortLabel
          field={field}
          icon={isSorted ? (sort.order === 'ASC' ? 'arrow-up' : 'arrow-down') : 'chevrons-up-down'}
        />
      </button>
    </th>
  );
}

/** A column's heading; when hidden by the bulk actions it still keeps the column's width. */
function SortLabel({
  field,
  icon = 'chevrons-up-down',
  hidden = false,
}: {
  field: Field;
  icon?: string;
  hidden?: boolean;
}) {
  const label = (
    <>
      {field.title}
      {hasVisibleOrder(field) && <Icon name={icon} size={14} />}
    </>
  );
  return hidden ? <span className={classNames(styles.sort, styles.kept)}>{label}</span> : label;
}

function TableRow({ row, list }: { row: ListRow; list: ListRows }) {
  const { resource, view, slots } = list;
  const isSelected = list.selected.includes(row.id);
  return (
    <tr className={classNames(isSelected && styles.selectedRow)} {...(isSelected ? { 'aria-selected': true } : {})}>
      {isSelectable(list) && (
        <td className={styles.checkCell}>
          <Checkbox
            label={`Select ${resource.formSchema.create.title} ${row.id}`}
            checked={isSelected}
            onChange={() => list.onToggle(row.id)}
          />
        </td>
      )}
      {view.columns.map((field, index) => (
        <td
          key={field.name}
          className={classNames(isEndAligned(field, list) && styles.numeric, index === 0 && styles.firstCell)}
        >
          {index === 0 ? (
            <RowLink row={row} field={field} list={list} />
          ) : (
            <span className={values.inCell}>
              <CellValue row={row} field={field} slots={slots} />
            </span>
          )}
        </td>
      ))}
      {hasEnd(list) && (
        <td className={styles.endCell}>
          {list.rowActions?.(row)}
          {slots.rowActions?.(row) ?? (resource.can.update && <EditLink row={row} list={list} />)}
        </td>
      )}
    </tr>
  );
}

function EditLink({ row, list }: { row: ListRow; list: ListRows }) {
  const createPath = useCreatePath();
  return (
    <LinkBase
      className={styles.editLink}
      to={createPath({ type: 'edit', resource: list.resource.name, id: row.id })}
      aria-label={`Edit ${list.resource.formSchema.create.title} ${row.id}`}
      title="Edit"
    >
      <Icon name="pencil" size={16} />
    </LinkBase>
  );
}

/** Arrow keys move between rows within the column of links or checkboxes. */
function moveBetweenRows(event: KeyboardEvent, body: HTMLElement | null): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  const from = event.target;
  if (step === 0 || !body || !(from instanceof HTMLElement)) return;
  const kind = from.matches('input') ? 'input' : '[data-row-link]';
  const stops = [...body.querySelectorAll<HTMLElement>(kind)];
  const next = stops[stops.findIndex((stop) => stop.closest('tr') === from.closest('tr')) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
