import { formatDay } from '../../../domain/values/formats.ts';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import { classNames } from '../../ui/classNames.ts';
import { FilterChips } from '../list/FilterBar.tsx';
import { FilterText } from '../list/FilterChip.tsx';
import { groupByField, type Filter } from '../engine/filterModel.ts';
import type { ReportAddress } from './reportAddress.ts';
import type { Days } from './period.ts';
import bar from '../list/filters.module.css';
import styles from './reportScreen.module.css';

/** As many fields are offered as chips; others are in the menu. */
const PINNED = 4;

export function ReportFilters({ report, address }: { report: ClientReport; address: ReportAddress }) {
  const { filter } = address.choices;
  const parsed = reportFilter(report, filter);
  if (report.filters.length === 0 && Object.keys(filter).length === 0) return null;
  return (
    <div className={classNames(bar.bar, styles.filters)} role="search" aria-label="Filter the report">
      <FilterChips
        filter={filter}
        parsed={parsed}
        onChange={address.setFilter}
        pinned={report.filters.slice(0, PINNED)}
        fields={{ named: report.filters.slice(PINNED), others: [] }}
      />
    </div>
  );
}

interface ReportScopeProps {
  report: ClientReport;
  filter: Filter;
  days: Days | null;
}

/** What a printed report is of. */
export function ReportScope({ report, filter, days }: ReportScopeProps) {
  const { parts, others } = reportFilter(report, filter);
  return (
    <p className={styles.printed}>
      {days && `${formatDay(days.from)} to ${formatDay(days.to)}`}
      {parts.map((part, index) => (
        <span key={part.field.name}>
          {(days !== null || index > 0) && ', '}
          {part.field.title} <FilterText part={part} />
        </span>
      ))}
      {Object.keys(others).length > 0 && ', additional conditions'}
    </p>
  );
}

function reportFilter(report: ClientReport, filter: Filter) {
  return groupByField(filter, (name) => report.filters.find((field) => field.name === name));
}
