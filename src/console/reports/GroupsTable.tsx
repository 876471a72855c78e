import { Link } from 'react-router-dom';
import { linkHref } from '../../../domain/values/links.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import { SiteLink } from '../../app/routing/SiteLink.tsx';
import { useResource } from '../../app/useResources.ts';
import { buttonClass } from '../../ui/buttonClass.ts';
import { Icon } from '../../ui/Icon.tsx';
import { Table, type Column } from '../../ui/Table.tsx';
import { lowerFirst } from '../../../domain/values/lower-first.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { listPath } from '../engine/paths.ts';
import { groupByField, withFieldFilter } from '../engine/filterModel.ts';
import { formatShare, type Sorting } from './figures.ts';
import { NarrowingName } from './NarrowingName.tsx';
import type { ReportAddress } from './reportAddress.ts';
import type { Answered } from './useReportAnswer.ts';
import { formatFigure, hasShares } from './reportFigures.ts';
import { NAME_KEY, type NamedGroup } from './reportGroups.ts';
import { rowFilter } from './rowFilter.ts';
import { useFieldNamed } from './useFieldNamed.ts';
import styles from './reportScreen.module.css';

export interface GroupsTableProps {
  report: ClientReport;
  answered: Answered;
  address: ReportAddress;
  rows: readonly NamedGroup[];
  sorting: Sorting;
  onSort: (key: string) => void;
}

export function GroupsTable({ report, answered, address, rows, sorting, onSort }: GroupsTableProps) {
  const { measures } = report;
  const { question, total } = answered;
  const groupName = useGroupName(report, answered, address);
  const groupPath = useRowPath(report, answered);
  const hasLinks = rows.some(({ key }) => groupPath(key) !== null || groupAddress(key) !== null);
  const [first] = measures;
  const largest = Math.max(...answered.groups.map(({ figures }) => figures[0] ?? 0));
  const columns: Column<NamedGroup>[] = [
    { key: NAME_KEY, header: question.by.label, sortable: true, cell: groupName },
    ...measures.map(({ name, label, unit }, index) => ({
      key: name,
      header: label,
      sortable: true,
      align: 'end' as const,
      cell: ({ figures }: NamedGroup) => (
        <span className={styles.figure}>{formatFigure(figures[index] ?? null, unit)}</span>
      ),
    })),
  ];
  if (first !== undefined)
    columns.splice(2, 0, {
      key: 'share',
      header: hasShares(first.unit) ? 'Share' : 'Chart',
      minor: true,
      cell: ({ figures: [value] }) => (
        <Share value={value ?? null} whole={hasShares(first.unit) ? (total[0] ?? 0) : null} largest={largest} />
      ),
    });
  if (hasLinks)
    columns.push({
      key: 'rows',
      header: 'Links',
      isHeaderHidden: true,
      align: 'end',
      cell: (group) => <GroupLinks name={group.name} path={groupPath(group.key)} address={groupAddress(group.key)} />,
    });
  return (
    <Table
      caption={`By ${lowerFirst(question.by.label)}`}
      rows={rows}
      rowKey={({ key }) => JSON.stringify(key)}
      sort={sorting}
      onSort={onSort}
      isStacking={false}
      columns={columns}
      foot={columns.map(({ key }) => {
        const index = measures.findIndex(({ name }) => name === key);
        if (index !== -1) return formatFigure(total[index] ?? null, measures[index]?.unit ?? 'number');
        if (key !== NAME_KEY) return null;
        return address.choices.find === '' ? 'Total' : 'Total of all';
      })}
    />
  );
}

/** The names of groups, which narrow the report where it can be filtered by them. */
function useGroupName(report: ClientReport, { question }: Answered, address: ReportAddress) {
  const { by } = question;
  const field = by.by === 'value' ? report.filters.find(({ name }) => name === by.field) : undefined;
  if (field === undefined) return ({ name }: NamedGroup) => <span className={styles.groupName}>{name}</span>;
  const { filter } = address.choices;
  const criteria =
    groupByField(filter, (name) => report.filters.find((one) => one.name === name)).parts.find(
      (part) => part.field === field,
    )?.criteria ?? {};
  const isChosen = (key: Json) => {
    if (key === null) return criteria.null === true;
    const values = [criteria[''] ?? criteria.eq ?? criteria.in ?? []].flat();
    return values.length === 1 && values[0] === key;
  };
  const toggle = (key: Json) => {
    const next = isChosen(key) ? {} : key === null ? { null: true } : { '': typeof key === 'boolean' ? key : [key] };
    address.setFilter(withFieldFilter(filter, field, next));
  };
  return ({ key, name }: NamedGroup) => (
    <NarrowingName
      name={name}
      isChosen={isChosen(key)}
      title={isChosen(key) ? `Show every ${lowerFirst(by.label)}` : `Show only ${name}`}
      onToggle={() => toggle(key)}
    />
  );
}

/** The path of the source's list with the rows of a group; null where there is none. */
function useRowPath(report: ClientReport, { question, where }: Answered): (key: Json) => string | null {
  const { zone } = useConsole();
  const source = useResource(report.source);
  const fieldNamed = useFieldNamed(report.source);
  const { by, filter, days } = question;
  return (key) => {
    if (!source?.can.list) return null;
    const rows = rowFilter(key, { report, where, dimension: by, filter, days, zone, fieldNamed });
    return rows && `${listPath(source)}?${new URLSearchParams({ filter: JSON.stringify(rows) })}`;
  };
}

/** The page that a group's name is the address of. */
function groupAddress(key: Json): string | null {
  return typeof key === 'string' && /^(\/|https?:\/\/)/i.test(key) ? linkHref(key) : null;
}

function GroupLinks({ name, path, address }: { name: string; path: string | null; address: string | null }) {
  const look = buttonClass({ variant: 'quiet', size: 'small' }, true);
  return (
    <span className={styles.links}>
      {address !== null && (
        <SiteLink to={address} isNewTab className={look} title={`Open ${name}`}>
          <span className="visually-hidden">Open {name}</span>
          <Icon name="external-link" size={16} />
        </SiteLink>
      )}
      {path !== null && (
        <Link to={path} className={look} title="Show rows" aria-label={`Show the rows of ${name}`}>
          <Icon name="list" size={16} />
        </Link>
      )}
    </span>
  );
}

/** Decorative: the figures beside it have the same information. `whole` null: relative to the largest group. */
function Share({ value, whole, largest }: { value: number | null; whole: number | null; largest: number }) {
  const of = whole ?? largest;
  const part = value === null || of <= 0 ? 0 : Math.min(1, Math.max(0, value / of));
  return (
    <span className={styles.share}>
      <span className={styles.meter} aria-hidden="true">
        <span style={{ width: `${part * 100}%` }} />
      </span>
      {whole !== null && <span className={styles.percent}>{formatShare(Math.max(0, value ?? 0), whole)}</span>}
    </span>
  );
}
