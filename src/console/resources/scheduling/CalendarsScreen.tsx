import { useMemo, useState, type ReactNode } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { STAFF_FILTERS, type StaffFilter } from '../../../../domain/sessions/scheduling.ts';
import type { StaffEntry } from '../../../../domain/calls/staff-calendar.ts';
import { showModal } from '../../../app/dialogs/modalQueue.ts';
import { isReachable, type Access } from '../../../app/menuEntries.ts';
import { useAccess } from '../../../app/useAccess.ts';
import type { CalendarView } from '../../../calendar/layout/types.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import { IconButton } from '../../../ui/IconButton.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { Page } from '../../../ui/Page.tsx';
import { Select, type Option } from '../../../ui/SelectField.tsx';
import { formatInstant } from '../../../../domain/values/formats.ts';
import { useMedia } from '../../../ui/useMedia.ts';
import { ConsoleFrame } from '../../frame/ConsoleFrame.tsx';
import { ConflictList } from './ConflictList.tsx';
import { announceUndo, deletionOf, useHoursContext, type HoursContext } from './hoursContext.ts';
import { addBlock, openBlock } from './hoursDialogs.tsx';
import { OverviewFilters } from './OverviewFilters.tsx';
import { StaffCalendarView } from './StaffCalendarView.tsx';
import { useStaffWrites } from './sessionWrites.tsx';
import { staffItems, type StaffItem } from './staffItems.ts';
import { slotAtNoon } from './slotTimes.ts';
import { usePlaceOptions } from './usePlaceOptions.ts';
import { useAddressParameters, useStaffCalendar } from './useStaffCalendar.ts';
import styles from './scheduling.module.css';

const FeedsDialog = lazyComponent(() => import('./FeedsDialog.tsx').then((module) => module.FeedsDialog));

/** /calendars/{selectedLocation?}: what takes place at all places, or at one. Staff change the sessions and blocks that they can write. */
export function Screen() {
  return (
    <ConsoleFrame>
      <Overview />
    </ConsoleFrame>
  );
}

function Overview() {
  const { selectedLocation } = useParams();
  const isPhone = useMedia('below-medium');
  const [search, change] = useAddressParameters();
  const navigate = useNavigate();
  // A phone shows a day of many places column by column; a list says first what comes first.
  const usualView: CalendarView = isPhone ? 'agenda' : selectedLocation === undefined ? 'day' : 'week';
  const filters = filtersIn(search);
  const calendar = useStaffCalendar({ locationId: selectedLocation, filters, usualView });
  const { shown, places, zone } = calendar;
  const entries = useMemo(() => shown?.entries ?? [], [shown]);
  const context = useHoursContext(calendar, selectedLocation === undefined ? undefined : Number(selectedLocation));
  const drawn = useMemo(() => staffItems(entries, places), [entries, places]);
  const { items, writes } = useStaffWrites(context, zone, selectedLocation, drawn);
  const options = usePlaceOptions() ?? [];
  const open = useOpenEntry(zone, context, (entry) =>
    deletionOf(
      writes,
      items.find((item) => item.entry === entry),
    ),
  );
  const narrowing = (
    <OverviewFilters
      choices={shown?.choices}
      filters={filters}
      onChange={(name, value) => change({ [name]: value })}
      onClear={() => change(Object.fromEntries(STAFF_FILTERS.map((name) => [name, ''])))}
    />
  );
  return (
    <Page
      title="Calendars"
      actions={
        <Subscribe options={options}>
          {isPhone && narrowing}
          {context?.resources.blocks.can.create && <AddBlock {...{ context }} date={calendar.position.date} />}
        </Subscribe>
      }
    >
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
        {shown !== undefined && <ConflictList entries={entries} places={places} zone={zone} onOpen={open} />}
      </div>
      {shown?.isCut === true && (
        <Banner tone="warning" title="Some entries are not shown">
          There are too many entries on these dates. Choose a place or a shorter view.
        </Banner>
      )}
      <StaffCalendarView
        calendar={calendar}
        label={
          selectedLocation === undefined
            ? 'Calendar of all places'
            : `Calendar of ${places[0]?.displayName ?? 'a place'}`
        }
        items={items}
        writes={writes}
        snapToTime={15}
        onOpen={(item) => open((item as StaffItem).entry)}
        empty={
          shown?.places.length === 0 ? (
            <EmptyState icon="map-pin" title="No places yet">
              Sessions are shown here once there is an active location.
            </EmptyState>
          ) : undefined
        }
      />
    </Page>
  );
}

function AddBlock({ context, date }: { context: HoursContext; date: string }) {
  const isPhone = useMedia('below-medium');
  const add = () => void announceUndo(addBlock(context, slotAtNoon(date, context.zone)));
  if (isPhone) return <IconButton variant="secondary" icon="plus" label="Block" onClick={add} />;
  return (
    <Button icon="plus" onClick={add}>
      Block
    </Button>
  );
}

function useOpenEntry(
  zone: string,
  context: HoursContext | null,
  findDeletion: (entry: StaffEntry) => (() => void) | undefined,
): (entry: StaffEntry) => void {
  const reach = useAccess();
  const navigate = useNavigate();
  return (entry) => {
    if (entry.kind === 'block' && context?.resources.blocks.can.update)
      return void announceUndo(openBlock(context, entry, findDeletion(entry)));
    const path = recordPath(entry, reach);
    if (path === null) showEntry(entry, zone);
    else void navigate(path);
  };
}

function Subscribe({ options, children }: { options: readonly Option[]; children: ReactNode }) {
  const isPhone = useMedia('below-medium');
  const [isOpen, setOpen] = useState(false);
  const open = () => setOpen(true);
  return (
    <>
      {children}
      {isPhone ? (
        <IconButton variant="secondary" icon="calendar-plus" label="Subscribe" onClick={open} />
      ) : (
        <Button icon="calendar-plus" onClick={open}>
          Subscribe
        </Button>
      )}
      {isOpen && (
        <CodeBoundary>
          <FeedsDialog options={options} onClose={() => setOpen(false)} />
        </CodeBoundary>
      )}
    </>
  );
}

function filtersIn(search: URLSearchParams): Partial<Record<StaffFilter, string>> {
  return Object.fromEntries(
    STAFF_FILTERS.flatMap((name) => (search.get(name) ? [[name, search.get(name) ?? '']] : [])),
  );
}

/** The record's page; null when the account may open none. */
function recordPath({ kind, recordId }: StaffEntry, reach: Access): string | null {
  if (kind === 'block') return `/admin/locations/blocks/${recordId}/show`;
  const paths = [`/scheduling/editinstance/${recordId}`, `/scheduling/manageinstances/${recordId}/show`];
  return paths.find((path) => isReachable(path, reach)) ?? null;
}

/** What there is to know of a session whose record is not the account's to open. */
function showEntry({ title, start, end, state, seats, conflicts }: StaffEntry, zone: string): void {
  void showModal({
    type: 'Information',
    header: title,
    message: [
      ['Starts', formatInstant(start, zone)],
      ['Ends', formatInstant(end, zone)],
      ['State', state.charAt(0).toUpperCase() + state.slice(1)],
      ...(seats === null ? [] : [['Seats', `${seats.taken} of ${seats.capacity} taken`] as const]),
      ...(conflicts.length === 0 ? [] : [['Conflicts', conflicts.map(({ text }) => text).join('; ')] as const]),
    ],
  });
}
