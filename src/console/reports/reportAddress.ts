import { useSearchParams } from 'react-router-dom';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import { isTimeline, type Dimension, type ReportFilter } from '../../../domain/declarations/reports.ts';
import { KEEP_POSITION } from '../../app/routing/useScrollPosition.ts';
import { objectIn } from '../list/listAddress.ts';
import type { Sorting } from './figures.ts';
import { periodIn, searchOf, type Period } from './period.ts';
import { NAME_KEY } from './reportGroups.ts';

export interface ReportChoices {
  period: Period;
  filter: ReportFilter;
  /** What the rows are grouped by; undefined in a report without dimensions. */
  dimension: Dimension | undefined;
  measure: number;
  /** By a measure's name or NAME_KEY; null: as the server sorts them. */
  sorting: Sorting | null;
  find: string;
  /** Whether all groups are shown, not only the first. */
  isWhole: boolean;
}

export interface ReportAddress {
  choices: ReportChoices;
  /** `replace`: without an entry of its own in the history, as while typing. */
  change: (changes: Partial<Record<Parameter, string | null>>, options?: { replace?: boolean }) => void;
  setPeriod: (period: Period) => void;
  setFilter: (filter: ReportFilter) => void;
}

type Parameter = 'by' | 'measure' | 'sort' | 'order' | 'find' | 'all' | 'filter' | 'from' | 'to' | 'weeks';

export function useReportAddress(report: ClientReport): ReportAddress {
  const [search, setSearch] = useSearchParams();
  const choices = choicesIn(search, report);
  const change: ReportAddress['change'] = (changes, { replace = false } = {}) => {
    setSearch((current) => changedSearch(current, changes), { replace, state: KEEP_POSITION });
  };
  return {
    choices,
    change,
    setPeriod: (period) =>
      change(
        { from: null, to: null, weeks: null, ...searchOf(period) },
        // Dates that are being typed are a period with every digit.
        { replace: 'own' in period && 'own' in choices.period },
      ),
    setFilter: (filter) =>
      change({ filter: Object.keys(filter).length === 0 ? null : JSON.stringify(filter), find: null, all: null }),
  };
}

function changedSearch(search: URLSearchParams, changes: Partial<Record<Parameter, string | null>>): URLSearchParams {
  const next = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null || value === '') next.delete(name);
    else next.set(name, value);
  }
  return next;
}

/** What is not among the report's dimensions and measures is ignored. */
export function choicesIn(search: URLSearchParams, report: ClientReport): ReportChoices {
  const { dimensions, measures } = report;
  const measureIndex = (name: string | null) => measures.findIndex((measure) => measure.name === name);
  const sort = search.get('sort');
  return {
    period: periodIn(search),
    filter: objectIn(search.get('filter')),
    dimension: dimensions.find(({ name }) => name === search.get('by')) ?? usualDimension(dimensions),
    measure: Math.max(0, measureIndex(search.get('measure'))),
    sorting:
      sort !== null && (sort === NAME_KEY || measureIndex(sort) !== -1)
        ? { key: sort, order: search.get('order') === 'asc' ? 'ASC' : 'DESC' }
        : null,
    find: search.get('find') ?? '',
    isWhole: search.get('all') === '1',
  };
}

function usualDimension(dimensions: readonly Dimension[]): Dimension | undefined {
  return dimensions.find(({ by }) => !isTimeline(by)) ?? dimensions[0];
}

/** The dimension of the chart over time: the chosen one where it is one, else the weeks, else the first. */
export function timelineDimension(
  dimensions: readonly Dimension[],
  chosen: Dimension | undefined,
): Dimension | undefined {
  if (chosen !== undefined && isTimeline(chosen.by)) return chosen;
  return dimensions.find(({ by }) => by === 'week') ?? dimensions.find(({ by }) => isTimeline(by));
}
