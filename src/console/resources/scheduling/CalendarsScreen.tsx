import { useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { STAFF_FILTERS, type StaffEntry, type StaffFilter } from '../../../../domain/sessions/scheduling.ts';
import { blockingError, useLastAnswer } from '../../../app/useLastAnswer.ts';
import { useModel } from '../../../app/useModel.ts';
import { useReach } from '../../../app/useReach.ts';
import { useResource } from '../../../app/useResources.ts';
import { Calendar } from '../../../calendar/Calendar.tsx';
import { ADDRESS_REACH, addressIn, withPosition } from '../../../calendar/calendarAddress.ts';
import { visibleRange } from '../../../calendar/layout/ranges.ts';
import type { CalendarView } from '../../../calendar/types.ts';
import { useNow } from '../../../content/useNow.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { clock } from '../../../ui/clock.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { OutdatedNotice } from '../../../ui/OutdatedNotice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Select } from '../../../ui/SelectField.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { ClashList } from './ClashList.tsx';
import { OverviewFilters } from './OverviewFilters.tsx';
import { recordPath, showEntry } from './openEntry.ts';
import { staffCalendarQuery } from './schedulingCalls.ts';
import { bandsOf, splitsOf, staffItems, type StaffItem } from './staffItems.ts';
import { usePlaceOptions } from './usePlaceOptions.ts';
import styles from './scheduling.module.css';

const FeedsDialog = lazyComponent(() => import('./FeedsDialog.tsx').then((module) => module.FeedsDialog));
const VIEWS = ['month', 'week', 'day', 'agenda'] as const;

/** /calendars/{selectedLocation?}: what takes place at all places, or at one, for staff. */
export function Screen() {
  const { selectedLocation } = useParams();
  const { timezone } = useModel().site;
  const reach = useReach();
  const canEditBlocks = useResource('blocks')?.can.update === true;
  const isPhone = useMedia('below-medium');
  const [search, setSearch] = useSearchParams();
  const navigate = useNavigate();
  const [today] = useState(() => wallClockOf(clock.instant(), timezone).slice(0, 10));
  const [showsFeeds, setShowsFeeds] = useState(false);
  // A phone shows a day of many places column by column; a list says first what comes first.
  const usual: CalendarView = isPhone ? 'agenda' : selectedLocation === undefined ? 'day' : 'week';
  const address = addressIn(search);
  const view = VIEWS.find((one) => one === address.view) ?? usual;
  const position = { view, date: address.date ?? today };
  const filters = filtersIn(search);
  const { first, last } = visibleRange(position, { views: VIEWS });
  const answer = useQuery({
    ...staffCalendarQuery({ from: first, to: last, locationId: selectedLocation, filters }),
    placeholderData: keepPreviousData,
  });
  const { shown, isOutdated } = useLastAnswer(answer);
  const places = useMemo(() => shown?.places ?? [], [shown]);
  const entries = useMemo(() => shown?.entries ?? [], [shown]);
  const items = useMemo(() => staffItems(entries, places), [entries, places]);
  const zone = selectedLocation === undefined ? timezone : (places[0]?.timezone ?? timezone);
  const bands = useMemo(() => bandsOf(places, zone), [places, zone]);
  const options = usePlaceOptions() ?? [];
  const now = useNow();
  const error = blockingError(answer);
  const open = (entry: StaffEntry) => {
    const path = recordPath(entry, { reach, canEditBlocks });
    if (path === null) showEntry(entry, zone);
    else void navigate(path);
  };
  const change = (name: StaffFilter, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next);
  };
  const clear = () => {
    const next = new URLSearchParams(search);
    for (const name of STAFF_FILTERS) next.delete(name);
    setSearch(next);
  };
  const narrowing = (
    <>
      <OverviewFilters choices={shown?.choices} filters={filters} onChange={change} onClear={clear} />
      {isPhone ? (
        <IconButton variant="secondary" icon="calendar-plus" label="Subscribe" onClick={() => setShowsFeeds(true)} />
      ) : (
        <Button icon="calendar-plus" onClick={() => setShowsFeeds(true)}>
          Subscribe
        </Button>
      )}
    </>
  );
  return (
    <Page title="Calendars" width="full" {...(isPhone ? { actions: narrowing } : {})}>
      <div className={styles.tools}>
        <div className={styles.line}>
          <Select
            aria-label="Place"
            placeholder="All places"
            options={options}
            value={selectedLocation ?? ''}
            onChange={({ target }) =>
              void navigate(`/calendars${target.value === '' ? '' : `/${target.value}`}?${search.toString()}`)
            }
          />
          {!isPhone && narrowing}
        </div>
        {shown !== undefined && <ClashList entries={entries} places={places} zone={zone} onOpen={open} />}
      </div>
      {isOutdated && <OutdatedNotice title="The calendar may not be current" onRetry={() => void answer.refetch()} />}
      {shown?.isCut === true && (
        <Banner tone="warning" title="Not everything is shown">
          There is more in these dates than one page holds. Choose a place or a shorter view.
        </Banner>
      )}
      {error !== null ? (
        <ErrorState title="The calendar could not be loaded" onRetry={() => void answer.refetch()}>
          {error.message}
        </ErrorState>
      ) : shown?.places.length === 0 ? (
        <EmptyState icon="map-pin" title="No places yet">
          Sessions are shown here once there is an active location.
        </EmptyState>
      ) : (
        <Calendar
          label={
            selectedLocation === undefined
              ? 'Calendar of all places'
              : `Calendar of ${places[0]?.displayName ?? 'a place'}`
          }
          items={items}
          zone={zone}
          position={position}
          onPosition={(next) => setSearch(withPosition(search, next, { view: usual, date: today }))}
          reach={ADDRESS_REACH}
          now={now}
          views={VIEWS}
          {...(places.length > 1 && view === 'day' ? { splits: splitsOf(places) } : {})}
          hoursOf={(date) => (places.length > 1 && view !== 'day' ? [] : (bands.get(date) ?? []))}
          isViewChosen={address.view !== null}
          isLoading={answer.isPending || answer.isPlaceholderData}
          onOpen={(item) => open((item as StaffItem).entry)}
        />
      )}
      {showsFeeds && (
        <CodeBoundary>
          <FeedsDialog options={options} onClose={() => setShowsFeeds(false)} />
        </CodeBoundary>
      )}
    </Page>
  );
}

function filtersIn(search: URLSearchParams): Partial<Record<StaffFilter, string>> {
  return Object.fromEntries(
    STAFF_FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  );
}
