import { useCallback, useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { blockingError, useLastAnswer } from '../../../app/useLastAnswer.ts';
import { useModel } from '../../../app/useModel.ts';
import { Calendar } from '../../../calendar/Calendar.tsx';
import { ADDRESS_REACH, addressIn, withPosition } from '../../../calendar/calendarAddress.ts';
import { visibleRange } from '../../../calendar/layout/ranges.ts';
import type { CalendarSlot, CalendarView, Undo } from '../../../calendar/types.ts';
import { useNow } from '../../../content/useNow.ts';
import { wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { clock } from '../../../ui/clock.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { ErrorState } from '../../../ui/ErrorState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { OutdatedNotice } from '../../../ui/OutdatedNotice.tsx';
import { Page } from '../../../ui/Page.tsx';
import { SegmentedChoice } from '../../../ui/SegmentedChoice.tsx';
import { Select } from '../../../ui/SelectField.tsx';
import { showUndoable } from '../../../ui/showUndoable.ts';
import { showToast } from '../../../ui/toasts.ts';
import { specialHoursBetween, type SpecialRow } from './hoursCalls.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { ManagerActionsBar } from './ManagerActionsBar.tsx';
import { managedItems, wallInstant } from './managerItems.ts';
import { staffCalendarQuery } from './schedulingCalls.ts';
import { bandsOf, splitsOf } from './staffItems.ts';
import { useAsk } from './useAsk.tsx';
import { SPECIAL_KEY, useManagerWrites } from './useManagerWrites.tsx';
import { usePlaceOptions } from './usePlaceOptions.ts';
import styles from './scheduling.module.css';

const VIEWS = ['month', 'week', 'day', 'agenda'] as const;
const MODES = [
  { value: 'blocks', label: 'Blocks and special hours' },
  { value: 'hours', label: 'Opening hours' },
] as const;
/** Where both are beside the choice of the place. */
const SHORT_MODES = [
  { value: 'blocks', label: 'Blocks' },
  { value: 'hours', label: 'Hours' },
] as const;
const NO_SPECIAL: readonly SpecialRow[] = [];
/** How what is drawn is changed: by mouse, and by finger. */
const GUIDES = {
  blocks:
    'Drag over free time to close or reserve it. Drag what is there to move it, its lower edge to make it longer; hold it to delete it.',
  hours:
    'Drag over a day to open it. Drag the hours to move them, their lower edge to change when it closes; hold them to close the day.',
} as const;
const TOUCH_GUIDES = {
  blocks:
    'In the grid of the day or the week, rest a finger on free time and draw to close or reserve it. Rest it on what is there to move it; hold it longer to delete it.',
  hours:
    'In the grid of the day or the week, rest a finger on a day and draw to open it. Rest it on the hours to move them; hold them longer to close the day.',
} as const;

/** /calendarmanager: usual hours, special hours and blocks of the places, drawn and changed on the calendar. */
export function Screen() {
  const options = usePlaceOptions();
  const [search] = useSearchParams();
  if (options === undefined)
    return (
      <Page title="Calendar manager" width="full">
        <Loading label="Loading the places" />
      </Page>
    );
  if (options.length === 0)
    return (
      <Page title="Calendar manager">
        <EmptyState
          icon="map-pin"
          title="No places yet"
          actions={
            <ButtonLink to="/admin/locations/create" variant="primary" icon="plus">
              Add a location
            </ButtonLink>
          }
        >
          Hours and blocks belong to a location. Add the first one.
        </EmptyState>
      </Page>
    );
  const wanted = search.get('place');
  const place = wanted === 'all' ? undefined : (options.find(({ value }) => value === wanted) ?? options[0])?.value;
  return <Manager place={place} />;
}

function Manager({ place }: { place: string | undefined }) {
  const { timezone } = useModel().site;
  const [search, setSearch] = useSearchParams();
  const options = usePlaceOptions() ?? [];
  const [today] = useState(() => wallClockOf(clock.instant(), timezone).slice(0, 10));
  const mode = search.get('show') === 'hours' ? 'hours' : 'blocks';
  const usual: CalendarView = place === undefined ? 'day' : 'week';
  const address = addressIn(search);
  const position = { view: VIEWS.find((one) => one === address.view) ?? usual, date: address.date ?? today };
  const { first, last } = visibleRange(position, { views: VIEWS });
  const answer = useQuery({
    ...staffCalendarQuery({ from: first, to: last, locationId: place, filters: {} }),
    placeholderData: keepPreviousData,
  });
  const placeId = place === undefined ? undefined : Number(place);
  const special = useQuery({
    queryKey: [SPECIAL_KEY, placeId, first, last],
    queryFn: ({ signal }) => specialHoursBetween(placeId, first, last, signal),
    placeholderData: keepPreviousData,
  });
  const { shown, isOutdated } = useLastAnswer(answer);
  const places = useMemo(() => shown?.places ?? [], [shown]);
  const zone = place === undefined ? timezone : (places[0]?.timezone ?? timezone);
  const { ask, asked } = useAsk();
  const actions = useManagerWrites({ ask, places, options, placeId, zone, special: special.data ?? NO_SPECIAL });
  const items = managedItems(mode, { first, last }, shown, special.data);
  const bands = useMemo(() => bandsOf(places, zone), [places, zone]);
  const now = useNow();
  const isPhone = useMedia('below-medium');
  const error = blockingError(answer);
  const isSplit = places.length > 1 && position.view === 'day';
  const set = (name: string, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next);
  };
  // What is begun by a button or a click has its undo in a message; the calendar has its own.
  const run = useCallback(async (begun: Promise<Undo | null>) => {
    try {
      const undo = await begun;
      if (undo !== null) showUndoable('Saved', undo);
    } catch (failure) {
      showToast(failure instanceof Error ? failure.message : 'It could not be saved.', { tone: 'error' });
    }
  }, []);
  const slot: CalendarSlot = {
    start: wallInstant(position.date, 12, zone) ?? '',
    end: wallInstant(position.date, 13, zone) ?? '',
    allDay: false,
  };
  const guide = isPhone ? TOUCH_GUIDES[mode] : GUIDES[mode];
  const bar = (
    <ManagerActionsBar
      placeId={placeId}
      guide={guide}
      onBlock={() => void run(actions.addBlock(slot))}
      onSpecial={() => void run(actions.addSpecial({ start: position.date, end: position.date, allDay: true }))}
      onUsual={(id) => void run(actions.editUsual(id))}
    />
  );
  return (
    <Page title="Calendar manager" {...(isPhone ? {} : { lead: guide })} width="full" actions={bar}>
      <div className={styles.tools}>
        <div className={styles.line}>
          <Select
            aria-label="Place"
            options={[...options, { value: 'all', label: 'All places' }]}
            value={place ?? 'all'}
            onChange={({ target }) => set('place', target.value)}
          />
        </div>
        <SegmentedChoice
          label="Change"
          className={styles.mode}
          choices={isPhone ? SHORT_MODES : MODES}
          value={mode}
          onChange={(value) => set('show', value === 'hours' ? 'hours' : '')}
        />
      </div>
      {isOutdated && <OutdatedNotice title="The calendar may not be current" onRetry={() => void answer.refetch()} />}
      {error !== null ? (
        <ErrorState title="The calendar could not be loaded" onRetry={() => void answer.refetch()}>
          {error.message}
        </ErrorState>
      ) : (
        <>
          {placeId !== undefined && places[0]?.hours === null && (
            <EmptyState
              icon="clock"
              title="No usual hours yet"
              actions={
                <ButtonLink to={`?place=${placeId}&show=hours`} variant="primary" icon="clock">
                  Draw the opening hours
                </ButtonLink>
              }
            >
              Until there are, visitors read that hours could not be displayed.
            </EmptyState>
          )}
          <Calendar
            label={place === undefined ? 'Hours of all places' : `Hours of ${places[0]?.displayName ?? 'the place'}`}
            items={items}
            zone={zone}
            position={position}
            onPosition={(next) => setSearch(withPosition(search, next, { view: usual, date: today }))}
            reach={ADDRESS_REACH}
            now={now}
            views={VIEWS}
            isViewChosen={address.view !== null}
            {...(isSplit ? { splits: splitsOf(places) } : {})}
            hoursOf={(date) => (places.length > 1 && !isSplit ? [] : (bands.get(date) ?? []))}
            isLoading={answer.isPending || answer.isPlaceholderData}
            onOpen={(item) => void run(actions.open(item))}
            writes={mode === 'blocks' ? actions.writes : actions.hoursWrites}
            snapToTime={30}
          />
        </>
      )}
      {asked}
    </Page>
  );
}
