import { formatCount, formatNumber } from '../../../domain/values/formats.ts';
import { useMemo } from 'react';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import type { Dimension } from '../../../domain/declarations/reports.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { downloadCsv } from '../../ui/csvText.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { TextInput } from '../../ui/TextField.tsx';
import { useDebouncedInput } from '../../ui/useDebouncedInput.ts';
import { lowerFirst } from '../../../domain/values/lower-first.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { ExportButton } from './ExportButton.tsx';
import type { Sorting } from './figures.ts';
import { GroupsTable } from './GroupsTable.tsx';
import type { ReportAddress } from './reportAddress.ts';
import type { Answered } from './useReportAnswer.ts';
import { csvFigure, csvHeading } from './reportFigures.ts';
import { findGroups, isOrdered, NAME_KEY, nameGroups, sortGroups, type NamedGroup } from './reportGroups.ts';
import { useFieldNamed } from './useFieldNamed.ts';
import styles from './reportScreen.module.css';

const SHOWN_GROUPS = 25;

export interface GroupsCardProps {
  report: ClientReport;
  answered: Answered;
  address: ReportAddress;
}

export function GroupsCard({ report, answered, address }: GroupsCardProps) {
  const { zone } = useConsole();
  const fieldNamed = useFieldNamed(report.source);
  const { by } = answered.question;
  const { isWhole, find, sorting } = address.choices;
  const groups = useMemo(
    () => nameGroups(answered.groups, by, fieldNamed(by.field), zone),
    [answered.groups, by, fieldNamed, zone],
  );
  const shownSorting = sorting ?? usualSorting(report, by);
  const found = sortGroups(findGroups(groups, find), by.by, sortedColumn(report, shownSorting), shownSorting.order);
  const isSearched = groups.length > SHOWN_GROUPS || find !== '';
  const sort = (key: string) => {
    const { order } = nextSorting(shownSorting, key);
    address.change({ sort: key, order: order === 'ASC' ? 'asc' : 'desc' });
  };
  return (
    <Card
      title={`By ${lowerFirst(by.label)}`}
      flush
      className={styles.groups}
      actions={
        <ExportButton
          what={`figures by ${lowerFirst(by.label)}`}
          onExport={() => saveGroups(report, answered, found)}
        />
      }
    >
      {isSearched && <FindGroup address={address} by={by} count={found.length} />}
      {found.length === 0 ? (
        <EmptyState
          icon="search"
          headingLevel={3}
          title={`No ${lowerFirst(by.label)} matches`}
          actions={<Button onClick={() => address.change({ find: null })}>Show all</Button>}
        />
      ) : (
        <GroupsTable
          report={report}
          answered={answered}
          address={address}
          rows={isWhole ? found : found.slice(0, SHOWN_GROUPS)}
          sorting={shownSorting}
          onSort={sort}
        />
      )}
      <MoreGroups
        all={found.length}
        isWhole={isWhole}
        onToggle={() => address.change({ all: isWhole ? null : '1' })}
        largest={answered.hasMore ? groups.length : null}
      />
    </Card>
  );
}

function FindGroup({ address, by, count }: { address: ReportAddress; by: Dimension; count: number }) {
  const { typed, setTyped, report } = useDebouncedInput(address.choices.find, (find) =>
    address.change({ find }, { replace: true }),
  );
  return (
    <div className={styles.find}>
      <TextInput
        type="search"
        aria-label={`Search ${lowerFirst(by.label)}`}
        placeholder={`Search ${lowerFirst(by.label)}`}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        onKeyDown={(event) => event.key === 'Enter' && report()}
      />
      <span className={styles.quiet} role="status">
        {formatCount(count, 'group', 'groups')}
      </span>
    </div>
  );
}

interface MoreGroupsProps {
  all: number;
  isWhole: boolean;
  onToggle: () => void;
  /** How many the server has sent of more; null: all of them. */
  largest: number | null;
}

function MoreGroups({ all, isWhole, onToggle, largest }: MoreGroupsProps) {
  const more = all - SHOWN_GROUPS;
  if (more <= 0 && largest === null) return null;
  return (
    <div className={styles.more}>
      {more > 0 && (
        <Button size="small" className={styles.control} onClick={onToggle}>
          {isWhole ? `Show the first ${SHOWN_GROUPS}` : `Show all ${formatNumber(all)}`}
        </Button>
      )}
      {more > 0 && !isWhole && <p className={styles.printed}>{formatNumber(more)} more are not shown.</p>}
      {largest !== null && (
        <p className={styles.note}>
          Only the {formatNumber(largest)} largest groups are shown. Narrow the report to see others.
        </p>
      )}
    </div>
  );
}

/** As the server sorts the groups. */
function usualSorting({ measures }: ClientReport, { by }: Dimension): Sorting {
  const [first] = measures;
  return isOrdered(by) || first === undefined ? { key: NAME_KEY, order: 'ASC' } : { key: first.name, order: 'DESC' };
}

/** Another direction of the same column, or another column: names from A, figures from the largest. */
function nextSorting(sorting: Sorting, key: string): Sorting {
  if (sorting.key === key) return { key, order: sorting.order === 'ASC' ? 'DESC' : 'ASC' };
  return { key, order: key === NAME_KEY ? 'ASC' : 'DESC' };
}

function sortedColumn({ measures }: ClientReport, { key }: Sorting): typeof NAME_KEY | number {
  const index = measures.findIndex(({ name }) => name === key);
  return index === -1 ? NAME_KEY : index;
}

function saveGroups(report: ClientReport, { question, total }: Answered, rows: readonly NamedGroup[]): void {
  const { by } = question;
  const isDated = ['day', 'week', 'month'].includes(by.by);
  const figuresOf = (figures: readonly (number | null)[]) =>
    report.measures.map(({ unit }, index) => csvFigure(figures[index] ?? null, unit));
  downloadCsv(`${report.name}-by-${by.name}.csv`, [
    [by.label, ...report.measures.map(({ label, unit }) => csvHeading(label, unit))],
    ...rows.map(({ key, name, figures }) => [isDated && key !== null ? String(key) : name, ...figuresOf(figures)]),
    ['Total', ...figuresOf(total)],
  ]);
}
