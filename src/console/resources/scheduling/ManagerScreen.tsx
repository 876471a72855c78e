import type { ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { ButtonLink } from '../../../ui/ButtonLink.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Page } from '../../../ui/Page.tsx';
import { SegmentedChoice } from '../../../ui/SegmentedChoice.tsx';
import { Select, type Option } from '../../../ui/SelectField.tsx';
import { useMedia } from '../../../ui/useMedia.ts';
import { ConsoleFrame } from '../../frame/ConsoleFrame.tsx';
import { specialHoursBetween } from './hours.ts';
import { announceUndo, deletionOf, SPECIAL_KEY, useHoursContext } from './hoursContext.ts';
import { addBlock, addSpecial, editUsualHours, openItem } from './hoursDialogs.tsx';
import { blockWrites, openHoursWrites } from './hoursWrites.tsx';
import { ManagerActionsBar } from './ManagerActionsBar.tsx';
import { managedItems, type ManagedItem } from './managerItems.ts';
import { slotAtNoon } from './slotTimes.ts';
import { StaffCalendarView } from './StaffCalendarView.tsx';
import { usePlaceOptions } from './usePlaceOptions.ts';
import { useAddressParameters, useStaffCalendar } from './useStaffCalendar.ts';
import styles from './scheduling.module.css';

type Mode = 'blocks' | 'hours';

const MODES: readonly { value: Mode; label: string }[] = [
  { value: 'blocks', label: 'Blocks and special hours' },
  { value: 'hours', label: 'Opening hours' },
];
/** Where both are beside the choice of the place. */
const SHORT_MODES: typeof MODES = [
  { value: 'blocks', label: 'Blocks' },
  { value: 'hours', label: 'Hours' },
];
const GUIDES: Readonly<Record<'mouse' | 'touch', Readonly<Record<Mode, string>>>> = {
  mouse: {
    blocks:
      'Drag across free time to close or reserve it. Drag an entry to move it, or its lower edge to change its end. Press and hold an entry to delete it.',
    hours:
      'Drag across a day to open it. Drag the hours to move them, or their lower edge to change the closing time. Press and hold the hours to close the day.',
  },
  touch: {
    blocks:
      'In the day or week view, press and hold free time, then drag to close or reserve it. Press and hold an entry, then drag to move it. Keep holding to delete it.',
    hours:
      'In the day or week view, press and hold a day, then drag to open it. Press and hold the hours, then drag to move them. Keep holding to close the day.',
  },
};

/** /calendarmanager: usual hours, special hours and blocks of the places, drawn and changed on the calendar. */
export function Screen() {
  const options = usePlaceOptions();
  const [search] = useAddressParameters();
  if (options === undefined)
    return (
      <Page title="Calendar manager">
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
  return (
    <ConsoleFrame>
      <Manager {...{ place, options }} />
    </ConsoleFrame>
  );
}

function Manager({ place, options }: { place: string | undefined; options: readonly Option[] }) {
  const [search] = useAddressParameters();
  const mode: Mode = search.get('show') === 'hours' ? 'hours' : 'blocks';
  const usualView = place === undefined ? 'day' : 'week';
  const calendar = useStaffCalendar({ locationId: place, filters: {}, usualView });
  const { places, zone, position, first, last } = calendar;
  const placeId = place === undefined ? undefined : Number(place);
  const special = useQuery({
    queryKey: [SPECIAL_KEY, placeId, first, last],
    queryFn: ({ signal }) => specialHoursBetween(placeId, first, last, signal),
    placeholderData: keepPreviousData,
  });
  const context = useHoursContext(calendar, placeId, special.data);
  if (context === null) return null;
  const writes = mode === 'blocks' ? blockWrites(context) : openHoursWrites(context);
  return (
    <ManagerPage
      {...{ place, options, mode }}
      onBlock={() => void announceUndo(addBlock(context, slotAtNoon(position.date, zone)))}
      onSpecial={() =>
        void announceUndo(addSpecial(context, { start: position.date, end: position.date, allDay: true }))
      }
      onUsual={(id) => void announceUndo(editUsualHours(context, id))}
    >
      {placeId !== undefined && places[0]?.hours === null && calendar.error === null && <NoHours placeId={placeId} />}
      <StaffCalendarView
        calendar={calendar}
        label={place === undefined ? 'Hours of all places' : `Hours of ${places[0]?.displayName ?? 'the place'}`}
        items={managedItems(mode, calendar, calendar.shown, special.data)}
        onOpen={(item) => void announceUndo(openItem(context, item as ManagedItem, deletionOf(writes, item)))}
        writes={writes}
        snapToTime={30}
      />
    </ManagerPage>
  );
}

interface ManagerPageProps {
  place: string | undefined;
  options: readonly Option[];
  mode: Mode;
  onBlock: () => void;
  onSpecial: () => void;
  onUsual: (placeId: number) => void;
  children: ReactNode;
}

function ManagerPage({ place, options, mode, children, ...actions }: ManagerPageProps) {
  const [, change] = useAddressParameters();
  const isPhone = useMedia('below-medium');
  const guide = GUIDES[isPhone ? 'touch' : 'mouse'][mode];
  const placeId = place === undefined ? undefined : Number(place);
  return (
    <Page
      title="Calendar manager"
      {...(isPhone ? {} : { lead: guide })}
      actions={<ManagerActionsBar {...{ placeId, guide }} {...actions} />}
    >
      <div className={styles.tools}>
        <div className={styles.line}>
          <Select
            aria-label="Place"
            options={[...options, { value: 'all', label: 'All places' }]}
            value={place ?? 'all'}
            onChange={({ target }) => change({ place: target.value })}
          />
        </div>
        <SegmentedChoice
          label="Change"
          className={styles.mode}
          choices={isPhone ? SHORT_MODES : MODES}
          value={mode}
          onChange={(value) => change({ show: value === 'hours' ? 'hours' : '' })}
        />
      </div>
      {children}
    </Page>
  );
}

function NoHours({ placeId }: { placeId: number }) {
  return (
    <EmptyState
      icon="clock"
      title="No usual hours yet"
      actions={
        <ButtonLink to={`?place=${placeId}&show=hours`} variant="primary" icon="clock">
          Set the opening hours
        </ButtonLink>
      }
    >
      Until you set them, visitors see that hours could not be displayed.
    </EmptyState>
  );
}
