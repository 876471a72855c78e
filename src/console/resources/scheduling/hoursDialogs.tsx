import { formatDay } from '../../../../domain/values/formats.ts';
import { BLOCK_KINDS, type BlockKind, type OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import { hoursOfDate, type UsualHours } from '../../../../domain/hours/hours.ts';
import type { HoursConflictQuestion, StaffEntry } from '../../../../domain/calls/staff-calendar.ts';
import type { RowChange } from '../../../../domain/calls/row-parts.ts';
import { instantOfWallClock, wallClockOf } from '../../../../domain/values/zoned-time.ts';
import { readRow } from '../../../app/rows.ts';
import { callApi } from '../../../app/callApi.ts';
import type { CalendarSlot, Undo } from '../../../calendar/layout/types.ts';
import type { FormData } from '../../../forms/shared/formServices.ts';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import { valuesOfSlot } from '../../calendar/calendarItems.ts';
import { ScopeDialog } from '../../calendar/ScopeDialog.tsx';
import { pluralInside } from '../../../app/resourceNames.ts';
import { moveOccurrence } from '../../engine/rowWrites.ts';
import type { RecordDialogProps } from '../../form/RecordDialog.tsx';
import { ChoiceDialog } from './ChoiceDialog.tsx';
import { ConflictsDialog } from './ConflictsDialog.tsx';
import type { HoursContext } from './hoursContext.ts';
import { specialQuestion, usualHoursFaults, type SpecialRow } from './hours.ts';
import { formatSlot, timedSlot } from './slotTimes.ts';
import { specialOfDate, type ManagedItem } from './managerItems.ts';
import { BLOCK_LOOKS } from './staffItems.ts';

const RecordDialog = lazyComponent(() => import('../../form/RecordDialog.tsx').then((module) => module.RecordDialog));

/** `onDelete`: where the account can delete the item. */
export async function openItem(context: HoursContext, item: ManagedItem, onDelete?: () => void): Promise<Undo | null> {
  if ('special' in item) return editSpecial(context, item.special, onDelete);
  if ('opens' in item) {
    const own = specialOfDate(context.special, item.opens.placeId, item.opens.date);
    return own === undefined ? editUsualHours(context, item.opens.placeId) : editSpecial(context, own);
  }
  return openBlock(context, item.entry, onDelete);
}

export async function openBlock(
  context: HoursContext,
  { recordId, date, repeats, title, start, end }: StaffEntry,
  onDelete?: () => void,
): Promise<Undo | null> {
  const { blocks } = context.resources;
  const record = await readRow('blocks', recordId);
  const scope =
    repeats === null
      ? 'all'
      : await context.prompt<OccurrenceScope>((onAnswer) => (
          <ScopeDialog verb="Edit" plural={pluralInside(blocks)} scopes={['one', 'all']} {...{ title, onAnswer }} />
        ));
  if (scope === null) return null;
  if (scope === 'all') return blockDialog(context, { title: 'Block', record: { ...record }, onDelete });
  const one = { startsAt: start, endsAt: end, rule: null, exceptDates: null };
  return blockDialog(context, {
    title: `Block on ${formatDay(date ?? '')}`,
    record: { ...record, ...one },
    onDelete,
    fields: ['title', 'publicTitle', 'kind', 'locationId', 'startsAt', 'endsAt', 'notes'],
    write: ({ startsAt, endsAt, locationId, title, publicTitle = null, kind, notes = null }) =>
      moveOccurrence({ resource: 'blocks', ...record }, date ?? '', {
        ...{ scope: 'one', startsAt, endsAt, locationId },
        as: { title, publicTitle, kind, notes },
      }),
  });
}

export function addBlock(context: HoursContext, slot: CalendarSlot, kind: BlockKind = 'closed') {
  const { places, placeId, resources } = context;
  const locationId = Number(slot.split ?? placeId ?? places[0]?.id ?? 0);
  const times = valuesOfSlot(resources.blocks, timedSlot(slot, placeZone(context, locationId)), context.zone);
  return blockDialog(context, { title: 'New block', values: { kind, ...times, locationId } });
}

export function addSpecial(context: HoursContext, slot: CalendarSlot): Promise<Undo | null> {
  const { resources, placeId = null, zone } = context;
  const times = resources.hoursExceptions ? valuesOfSlot(resources.hoursExceptions, slot, zone) : {};
  const values = { locationId: placeId, ...times, closed: true };
  return specialDialog(context, { title: 'Add special hours', values });
}

function editSpecial(context: HoursContext, row: SpecialRow, onDelete?: () => void): Promise<Undo | null> {
  return specialDialog(context, { title: 'Special hours', record: { ...row }, onDelete });
}

export async function editUsualHours(context: HoursContext, id: number): Promise<Undo | null> {
  const resource = context.resources.locations;
  if (resource === undefined) return null;
  const place = await readRow('locations', id);
  return recordDialog(context, {
    resource,
    title: `Usual hours of ${place.displayName}`,
    saveLabel: 'Save usual hours',
    record: { ...place } as RecordDialogProps['record'] & object,
    fields: ['hours'],
    derive: withSundays,
    check: usualHoursFaults,
    confirm: ({ hours }) => confirmConflicts(context, { usual: { locationId: id, hours: hours as UsualHours } }),
  });
}

const SESSION_CHOICE = {
  value: 'session',
  icon: 'calendar-plus',
  label: 'Session',
  help: 'Opens the form with this time.',
} as const;
const SPECIAL_CHOICE = {
  value: 'special',
  icon: 'calendar-clock',
  label: 'Special hours or a holiday',
  help: 'Different hours on certain days, or closed all day. Visitors see the reason.',
} as const;

/** `planSession`: where the account also schedules sessions. */
export async function createDrawn(
  context: HoursContext,
  slot: CalendarSlot,
  planSession?: (slot: CalendarSlot) => Promise<Undo | null>,
): Promise<Undo | null> {
  const choices = [
    ...(planSession ? [SESSION_CHOICE] : []),
    ...BLOCK_KINDS.map((value) => ({ value, ...BLOCK_LOOKS[value] })),
    ...(context.resources.hoursExceptions?.can.create ? [SPECIAL_CHOICE] : []),
  ];
  const kind = await context.prompt<BlockKind | 'special' | 'session'>((onAnswer) => (
    <ChoiceDialog title="What do you want to add?" lead={formatSlot(slot, context.zone)} {...{ choices, onAnswer }} />
  ));
  if (kind === null) return null;
  if (kind === 'session') return (await planSession?.(slot)) ?? null;
  return kind === 'special' ? addSpecial(context, slot) : addBlock(context, slot, kind);
}

type DialogOf = Omit<RecordDialogProps, 'resource' | 'onSaved' | 'onClose'>;

function blockDialog(context: HoursContext, dialog: DialogOf): Promise<Undo | null> {
  const id = dialog.record?.['id'];
  return recordDialog(context, {
    ...dialog,
    resource: context.resources.blocks,
    zoneFor: ({ locationId }) => placeZone(context, locationId),
    derive: (before, after) => withPlaceTimes(context, before, after),
    confirm: async ({ kind, locationId, startsAt, endsAt, rule = null, exceptDates = null }) => {
      if (kind === 'hold') return true;
      const block = { locationId, startsAt, endsAt, rule, exceptDates, ...(id === undefined ? {} : { id }) };
      return confirmConflicts(context, { block } as HoursConflictQuestion);
    },
  });
}

async function specialDialog(context: HoursContext, dialog: DialogOf): Promise<Undo | null> {
  const resource = context.resources.hoursExceptions;
  if (resource === undefined) return null;
  const id = dialog.record?.['id'];
  return recordDialog(context, {
    ...dialog,
    resource,
    derive: (before, after) => withUsualHours(context, before, after),
    confirm: (data) =>
      confirmConflicts(context, specialQuestion({ ...data, ...(id === undefined ? {} : { id }) } as SpecialRow)),
  });
}

async function recordDialog(
  { prompt, writer }: HoursContext,
  { onDelete, ...dialog }: Omit<RecordDialogProps, 'onSaved' | 'onClose'>,
): Promise<Undo | null> {
  const changes = await prompt<readonly RowChange[]>((answer) => (
    <RecordDialog
      {...dialog}
      onSaved={answer}
      onDelete={
        onDelete &&
        (() => {
          answer(null);
          onDelete();
        })
      }
      onClose={() => answer(null)}
    />
  ));
  return changes && writer.write(() => Promise.resolve(changes));
}

/** A block that is moved to another place takes place at the same local time. */
function withPlaceTimes(context: HoursContext, before: FormData, after: FormData): FormData {
  const [from, to] = [placeZone(context, before['locationId']), placeZone(context, after['locationId'])];
  if (from === to) return after;
  const moved = (instant: unknown) =>
    typeof instant === 'string' ? (instantOfWallClock(wallClockOf(instant, from), to) ?? instant) : instant;
  return { ...after, startsAt: moved(after['startsAt']), endsAt: moved(after['endsAt']) };
}

/** Other hours of a day begin with its usual ones. */
function withUsualHours({ places }: HoursContext, before: FormData, after: FormData): FormData {
  const isOpened = before['closed'] === true && after['closed'] !== true;
  const hours = places.find(({ id }) => id === after['locationId'])?.hours;
  if (!isOpened || !hours || after['opensAt'] != null || after['closesAt'] != null) return after;
  const { opens, closes } = hoursOfDate(String(after['startsOn']), hours, []);
  return { ...after, ...(opens === null ? {} : { opensAt: opens, closesAt: closes }) };
}

/** A place with hours on Sundays is open at weekends. */
function withSundays(before: FormData, after: FormData): FormData {
  const [old, hours] = [before['hours'], after['hours']] as (UsualHours | undefined)[];
  const opens = hours?.openTimes[0];
  return hours === undefined || opens === old?.openTimes[0]
    ? after
    : { ...after, hours: { ...hours, weekends: opens !== hours.closeTimes[0] } };
}

/** Shows the sessions that are in conflict with a change; false when it is not to be saved. */
export async function confirmConflicts({ prompt }: HoursContext, question: HoursConflictQuestion): Promise<boolean> {
  const collisions = await callApi('POST /api/scheduling/collisions', { body: question });
  if (collisions.total === 0) return true;
  return (
    (await prompt<boolean>((answer) => <ConflictsDialog {...{ collisions, question }} onAnswer={answer} />)) === true
  );
}

export function placeZone({ places, zone }: HoursContext, id: unknown): string {
  return places.find((place) => place.id === Number(id))?.timezone ?? zone;
}
