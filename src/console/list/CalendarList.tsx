import { formatNumber } from '../../../domain/values/formats.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { Calendar } from '../../calendar/Calendar.tsx';
import { visibleRange } from '../../calendar/layout/ranges.ts';
import type { CalendarItem, CalendarPosition, CalendarProps, CalendarView } from '../../calendar/layout/types.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import { isDate } from '../../../domain/values/dates.ts';
import { MOST_CALENDAR_ENTRIES } from '../../../domain/declarations/resource-calendar.ts';
import type { ResourceCalendar } from '../../../domain/calls/rows.ts';
import { wallTimeOf, zoneOffsets } from '../../../domain/values/zoned-time.ts';
import { callApi } from '../../app/callApi.ts';
import { prompt } from '../../app/dialogs/prompts.tsx';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { useNow } from '../../content/sessions/useNow.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { clock } from '../../ui/clock.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { OutdatedNotice } from '../../ui/OutdatedNotice.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { pluralInside } from '../../app/resourceNames.ts';
import { useConsole } from '../engine/consoleContext.ts';
import { showPath } from '../engine/paths.ts';
import { DisplaySwitch } from './DisplaySwitch.tsx';
import { FilterBar } from './FilterBar.tsx';
import type { Filter } from '../engine/filterModel.ts';
import { searchOfDisplay } from './listDisplay.ts';
import { ListFrame } from './ListFrame.tsx';
import type { ListSlots } from './listSlots.ts';
import { calendarItems, targetsById } from '../calendar/calendarItems.ts';
import styles from './CalendarList.module.css';
import frame from './ListFrame.module.css';
import { useCalendarWrites } from '../calendar/useCalendarWrites.ts';
import { useRowWriter } from '../calendar/useRowWriter.ts';

/** No years: the range of one call is limited. */
const VIEWS: readonly CalendarView[] = ['year', 'month', 'week', 'day', 'agenda'];
const NO_ENTRIES: ResourceCalendar = {
  zone: '',
  entries: [],
  rows: {},
  movable: [],
  deletable: [],
  columns: [],
  isCut: false,
};

export interface CalendarListProps {
  resource: ClientResource;
  actions?: ReactNode;
  mainAction?: ReactNode;
  slots: ListSlots;
}

/** The rows of a list in a calendar: the same filters, rights and address. */
export function CalendarList({ resource, actions, mainAction, slots }: CalendarListProps) {
  const { zone } = useConsole();
  const navigate = useNavigate();
  const { search } = useLocation();
  const isPhone = useMedia('below-medium');
  const filter = useMemo(() => filterIn(search), [search]);
  const position = positionIn(search, isPhone, zone);
  const { query, shown, isOutdated, error } = useResourceCalendar(resource, position, { ...filter, ...slots.always });
  const calendar = shown ?? NO_ENTRIES;
  // A week of columns cannot be read: there each entry names its own.
  const inColumns = isPhone || position.view === 'day' || position.view === 'agenda';
  const show = (next: CalendarPosition) => void navigate({ search: searchOfDisplay(search, 'calendar', next) });
  const setFilter = (next: Filter) => {
    const params = new URLSearchParams(search);
    params.delete('filter');
    if (Object.keys(next).length > 0) params.set('filter', JSON.stringify(next));
    void navigate({ search: `?${params}` });
  };
  const isFiltered = Object.keys(filter).length > 0;
  return (
    <ListFrame
      resource={resource}
      total={shown && !query.isPlaceholderData ? calendar.entries.length : undefined}
      lead={slots.lead}
      mainAction={mainAction}
      actions={
        <>
          {actions}
          <DisplaySwitch resource={resource} />
        </>
      }
    >
      <FilterBar resource={resource} filter={filter} onChange={setFilter} switches={slots.switches} />
      {isOutdated && (
        <OutdatedNotice
          title={`These ${pluralInside(resource)} are out of date`}
          onRetry={() => void query.refetch()}
        />
      )}
      {calendar.isCut && (
        <Banner tone="warning" title={`The first ${formatNumber(MOST_CALENDAR_ENTRIES)} are shown`}>
          This period has more entries than are shown. Choose a shorter period or add a filter.
        </Banner>
      )}
      {error ? (
        <div className={frame.frame}>
          <ErrorState
            title={`The ${pluralInside(resource)} could not be loaded`}
            onRetry={() => void query.refetch()}
            actions={isFiltered ? <Button onClick={() => setFilter({})}>Clear the filter</Button> : undefined}
          >
            {error.message}
          </ErrorState>
        </div>
      ) : (
        <ResourceEntries
          {...{ resource, calendar, position, inColumns }}
          onPosition={show}
          isLoading={query.isPending || query.isPlaceholderData}
        />
      )}
    </ListFrame>
  );
}

function useResourceCalendar(resource: ClientResource, position: CalendarPosition, filter: Filter) {
  const { zone } = useConsole();
  const { first, last } = visibleRange(position, { views: VIEWS });
  const filterText = JSON.stringify(filter);
  const query = useQuery({
    queryKey: [resource.name, 'calendar', first, last, filterText],
    queryFn: ({ signal }) =>
      callApi('GET /api/:resource/calendar', {
        params: { resource: resource.name },
        query: { from: first, to: last, zone, filter: filterText },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  return { query, ...useLastAnswer(query) };
}

interface ResourceEntriesProps extends Pick<CalendarProps, 'position' | 'onPosition' | 'isLoading'> {
  resource: ClientResource;
  calendar: ResourceCalendar;
  inColumns: boolean;
}

function ResourceEntries({ resource, calendar, inColumns, ...rest }: ResourceEntriesProps) {
  const { zone } = useConsole();
  const navigate = useNavigate();
  const items = useMemo(() => calendarItems(resource, calendar, !inColumns), [resource, calendar, inColumns]);
  const entries = useMemo(() => targetsById(resource, calendar), [resource, calendar]);
  const writer = useRowWriter([resource.name]);
  const findTarget = ({ id }: CalendarItem) => entries.get(id);
  const writes = useCalendarWrites({ resource, writer, prompt, findTarget, zone });
  return (
    <div className={styles.calendar}>
      <Calendar
        {...rest}
        label={`Calendar of ${pluralInside(resource)}`}
        items={items}
        zone={zone}
        views={VIEWS}
        now={useNow()}
        splits={inColumns ? calendar.columns : []}
        onOpen={(item) => {
          const row = entries.get(item.id)?.row;
          if (row) void navigate(showPath(resource, row['id'] as string | number));
        }}
        writes={writes}
      />
    </div>
  );
}

function filterIn(search: string): Filter {
  try {
    const value: unknown = JSON.parse(new URLSearchParams(search).get('filter') ?? '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Filter) : {};
  } catch {
    return {};
  }
}

/** On a phone a list of days, unless the address asks for another view. */
function positionIn(search: string, isPhone: boolean, zone: string): CalendarPosition {
  const params = new URLSearchParams(search);
  const view = VIEWS.find((one) => one === params.get('view')) ?? (isPhone ? 'agenda' : 'month');
  const date = params.get('date') ?? '';
  return { view, date: isDate(date) ? date : today(zone) };
}

function today(zone: string): string {
  const now = clock.now();
  return new Date(wallTimeOf(now, zoneOffsets(zone, now, now + 1))).toISOString().slice(0, 10);
}
