import { useState } from 'react';
import type { AttendanceFigures, AttendanceGroup, AttendanceReport } from '../../../../domain/sessions/attendance.ts';
import { Card } from '../../../ui/Card.tsx';
import { Table } from '../../../ui/Table.tsx';
import { ExportButton } from '../../reports/ExportButton.tsx';
import { NarrowingName } from '../../reports/NarrowingName.tsx';
import { downloadCsv } from '../../../ui/csvText.ts';
import { formatShare, nextSorting, sorted, type Sorting } from '../../reports/figures.ts';
import { formatNumber } from '../../values/formats.ts';
import type { Narrowed } from './attendanceCalls.ts';
import styles from './attendance.module.css';

const COLUMNS: readonly [key: keyof AttendanceFigures, header: string, isMinor?: true][] = [
  ['sessions', 'Sessions'],
  ['seats', 'Seats', true],
  ['seated', 'Taken'],
  ['came', 'Came'],
  ['noShow', 'No-shows'],
  ['waited', 'Waited'],
  ['cancelled', 'Cancelled'],
];
const EXPORTED: readonly [key: keyof AttendanceFigures, header: string][] = [
  ['sessions', 'Sessions'],
  ['sessionsCancelled', 'Sessions cancelled'],
  ['seats', 'Seats'],
  ['seated', 'Seats taken'],
  ['came', 'Came'],
  ['late', 'Came late'],
  ['noShow', 'No-shows'],
  ['unmarked', 'Not marked'],
  ['waited', 'Waited'],
  ['promoted', 'Waited, then seated'],
  ['cancelled', 'Cancelled'],
  ['cancelledLate', 'Cancelled late'],
];

interface AttendanceTablesProps {
  report: AttendanceReport;
  narrowed: Narrowed;
  onNarrow: (name: keyof Narrowed, id: string) => void;
}

/** The sums by event, category, instructor and term. Choosing a name narrows the whole report to it. */
export function AttendanceTables({ report, narrowed, onNarrow }: AttendanceTablesProps) {
  const narrowing = (name: keyof Narrowed) => ({
    chosen: narrowed[name] ?? '',
    onChoose: (id: string) => onNarrow(name, id === narrowed[name] ? '' : id),
  });
  return (
    <div className={styles.tables}>
      <Legend />
      <GroupsCard title="By event" what="Event" groups={report.events} {...narrowing('eventId')} />
      <GroupsCard title="By category" what="Category" groups={report.categories} {...narrowing('categoryId')} />
      <GroupsCard title="By instructor" what="Instructor" groups={report.instructors} {...narrowing('instructorId')} />
      <GroupsCard title="By term" what="Term" groups={report.terms} />
    </div>
  );
}

interface GroupsCardProps {
  title: string;
  what: string;
  groups: readonly AttendanceGroup[];
  chosen?: string;
  onChoose?: (id: string) => void;
}

function GroupsCard({ title, what, groups, chosen, onChoose }: GroupsCardProps) {
  const [sorting, setSorting] = useState<Sorting | null>(null);
  const key =
    sorting === null ? undefined : ['name', ...COLUMNS.map(([name]) => name)].find((name) => name === sorting.key);
  const rows =
    sorting === null || key === undefined
      ? groups
      : sorted<AttendanceGroup & Record<string, string | number>, string>(
          groups.map((group) => ({ ...group, id: group.id ?? '' })),
          key,
          sorting.order,
        );
  const save = () =>
    downloadCsv(`attendance-${what.toLowerCase()}.csv`, [
      [what, ...EXPORTED.map(([, header]) => header)],
      ...rows.map((row) => [row.name, ...EXPORTED.map(([name]) => row[name])]),
    ]);
  return (
    <Card title={title} flush actions={<ExportButton what={title.toLowerCase()} onExport={save} />}>
      <Table
        caption={title}
        rows={rows}
        rowKey={(row) => row.id ?? ''}
        {...(sorting === null ? {} : { sort: sorting })}
        onSort={(name) => setSorting(nextSorting(sorting ?? { key: 'name', order: 'DESC' }, name))}
        columns={[
          {
            key: 'name',
            header: what,
            sortable: true,
            cell: (row) =>
              row.id === null || row.id === '' || onChoose === undefined ? (
                row.name
              ) : (
                <NarrowingName
                  name={row.name}
                  isChosen={chosen === String(row.id)}
                  title="Show only its sessions"
                  onToggle={() => onChoose(String(row.id))}
                />
              ),
          },
          { key: 'chart', header: 'Chart', cell: (row) => <Bars figures={row} /> },
          ...COLUMNS.map(([name, header, isMinor]) => ({
            key: name,
            header,
            sortable: true,
            align: 'end' as const,
            ...(isMinor ? { minor: isMinor } : {}),
            cell: (row: AttendanceGroup) => cellOf(row, name),
          })),
        ]}
      />
    </Card>
  );
}

function cellOf(row: AttendanceFigures, name: keyof AttendanceFigures) {
  const of = SHARES[name]?.(row);
  return (
    <span className={styles.figure}>
      {formatNumber(row[name])}{' '}
      {of !== undefined && <span className={styles.share}>{of > 0 && formatShare(row[name], of)}</span>}
    </span>
  );
}

/** What a figure is a share of. */
const SHARES: Partial<Record<keyof AttendanceFigures, (row: AttendanceFigures) => number>> = {
  seated: ({ seats }) => seats,
  came: ({ came, noShow }) => came + noShow,
  noShow: ({ came, noShow }) => came + noShow,
};

type Part = readonly [words: string, look: string | undefined, value: (row: AttendanceFigures) => number];
const SEATS: readonly Part[] = [
  ['Came', styles.came, ({ came }) => came],
  ['No-show', styles.noShow, ({ noShow }) => noShow],
  ['Not marked, or still to come', styles.open, ({ seated, came, noShow }) => seated - came - noShow],
  ['Free', styles.free, ({ seats, seated }) => Math.max(0, seats - seated)],
];
const OTHERS: readonly Part[] = [
  ['Waited', styles.waited, ({ waited }) => waited],
  ['Cancelled', styles.cancelled, ({ cancelled }) => cancelled],
];

/** Seats, and on the same scale who waited and who cancelled. Decorative: the columns beside it have the same figures. */
function Bars({ figures }: { figures: AttendanceFigures }) {
  const sumOf = (parts: readonly Part[]) => parts.reduce((sum, [, , value]) => sum + value(figures), 0);
  const whole = Math.max(sumOf(SEATS), sumOf(OTHERS));
  if (whole === 0) return null;
  return (
    <span className={styles.bars} aria-hidden="true">
      {[SEATS, OTHERS].map((parts, index) => (
        <span key={index} className={styles.bar}>
          {parts.map(([words, look, value]) => (
            <span key={words} className={look} style={{ width: `${(value(figures) / whole) * 100}%` }} />
          ))}
        </span>
      ))}
    </span>
  );
}

function Legend() {
  return (
    <p className={styles.legend} aria-hidden="true">
      {[...SEATS, ...OTHERS].map(([words, look]) => (
        <span key={words}>
          <span className={look} /> {words}
        </span>
      ))}
    </p>
  );
}
