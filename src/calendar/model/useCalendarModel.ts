import { useCallback, useEffect, useMemo } from 'react';
import { formatDay } from '../../../domain/values/formats.ts';
import { wallTimeOf, type ZoneOffset } from '../../../domain/values/zoned-time.ts';
import { useForeignZone } from '../../ui/useForeignZone.ts';
import { axisOf, type DayAxis } from '../layout/axis.ts';
import { DAY, dateOf } from '../layout/days.ts';
import { itemsByDay } from '../layout/month.ts';
import { offsetsWith, placeItems, type PlacedItem } from '../layout/placement.ts';
import {
  broaderView,
  cellsOf,
  enabledViews,
  isDisabledCell,
  narrowerView,
  stepWithin,
  rangeTitle,
  viewFault,
  viewShown,
  visibleRange,
  type RangeOptions,
} from '../layout/ranges.ts';
import { DEFAULT_SETTINGS, type DrawingSettings } from '../layout/settings.ts';
import type { CalendarProps, CalendarSplit, CalendarView, SpecialHoursBand } from '../layout/types.ts';

/** What a calendar shows, worked out from its properties once for drawing, reading and changing. */
export interface CalendarModel {
  view: CalendarView;
  views: readonly CalendarView[];
  date: string;
  cells: readonly string[];
  title: string;
  /** The title with full dates, for the name of the grid. */
  label: string;
  broader: CalendarView | null;
  narrower: CalendarView | null;
  options: RangeOptions;
  settings: DrawingSettings;
  offsets: readonly ZoneOffset[];
  items: readonly PlacedItem[];
  byDay: ReadonlyMap<string, readonly PlacedItem[]>;
  /** Of week and day; empty in other views. */
  axis: DayAxis;
  splits: readonly CalendarSplit[];
  today: string | null;
  /** Where the arrows lead; null where they lead nowhere. */
  steps: { previous: string | null; next: string | null };
  /** What the viewer's clock differs from. */
  foreignZone: string | null;
  isDisabled: (cell: string) => boolean;
  /** Why the place is closed that day, or has other hours; empty where there is no reason. */
  reasonOf: (date: string) => string;
}

/** The same object as long as its content is equal, so that memoized results stay valid. */
function useStable<Value>(value: Value): Value {
  const text = JSON.stringify(value);
  return useMemo(() => JSON.parse(text) as Value, [text]);
}

function useFaultReport(wanted: string, views: readonly CalendarView[] | undefined): void {
  const fault = viewFault(wanted, views);
  const [level, message] = [fault?.level, fault?.message];
  useEffect(() => {
    if (level !== undefined) console[level](message);
  }, [level, message]);
}

const NO_SPLITS: readonly CalendarSplit[] = [];

/** `isList`: week and month are to be listed. */
export function useCalendarModel(props: CalendarProps, isList: boolean): CalendarModel {
  const { items, zone, position, now, label } = props;
  const options = useStable<RangeOptions>({ views: props.views, hideWeekdays: props.hideWeekdays });
  const { timeFrom = DEFAULT_SETTINGS.timeFrom, timeTo = DEFAULT_SETTINGS.timeTo } = props;
  const settings = useMemo(() => ({ ...DEFAULT_SETTINGS, timeFrom, timeTo }), [timeFrom, timeTo]);
  const view = viewShown(position.view, options.views);
  useFaultReport(position.view, options.views);
  const cells = useStable(cellsOf(view, position.date, options));
  const range = useStable(visibleRange({ view, date: position.date }, options));
  const offsets = useMemo(() => offsetsWith(zone, range, items), [zone, range, items]);
  const placed = useMemo(() => placeItems(items, offsets, range), [items, offsets, range]);
  const byDay = useMemo(
    () => (view === 'year' || view === 'years' || (view === 'month' && !isList) ? EMPTY : itemsByDay(cells, placed)),
    [view, isList, cells, placed],
  );
  const isTimed = view === 'week' || view === 'day';
  const axis = useMemo(() => axisOf(isTimed ? cells : [], offsets, settings), [isTimed, cells, offsets, settings]);
  const splits = useMemo(
    () => (isTimed ? (props.splits ?? NO_SPLITS).filter(({ hidden }) => hidden !== true) : NO_SPLITS),
    [isTimed, props.splits],
  );
  const reach = useStable(props.reach ?? null) ?? undefined;
  const isDisabled = useCallback((cell: string) => isDisabledCell(view, cell, reach), [view, reach]);
  const shown = { view, date: position.date };
  const title = rangeTitle(view, position.date, options);
  return {
    view,
    views: enabledViews(options.views),
    date: position.date,
    cells,
    title,
    label: `${label}, ${view === 'day' ? formatDay(position.date, 'full') : title}`,
    broader: broaderView(view, options.views),
    narrower: narrowerView(view, options.views),
    options,
    settings,
    offsets,
    items: placed,
    byDay,
    axis,
    splits,
    today: now === null ? null : dateOf(Math.floor(wallTimeOf(now, offsets) / DAY)),
    steps: { previous: stepWithin(shown, -1, options, reach), next: stepWithin(shown, 1, options, reach) },
    foreignZone: useForeignZone(zone, now),
    isDisabled,
    reasonOf: (date) => hoursReason(props.hoursOf?.(date) ?? [], props.splits ?? NO_SPLITS),
  };
}

const EMPTY: ReadonlyMap<string, readonly PlacedItem[]> = new Map();

/** The named reasons of closed and special hours, each once. */
function hoursReason(bands: readonly SpecialHoursBand[], splits: readonly CalendarSplit[]): string {
  const reasons = bands.flatMap(({ look, label, split }) => {
    if (look === 'open' || label === '' || label === 'Closed') return [];
    const place = splits.length > 1 ? splits.find(({ id }) => id === split)?.label : undefined;
    return [place === undefined ? label : `${place}: ${label}`];
  });
  return [...new Set(reasons)].join('. ');
}
