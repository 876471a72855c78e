import { formatDay, formatHours } from '../../../../domain/values/formats.ts';
import { dateWeekday } from '../../../../domain/hours/hours.ts';
import { WEEKDAY_NAMES } from '../../../../domain/values/date-names.ts';
import type { HoursConflictQuestion } from '../../../../domain/calls/staff-calendar.ts';
import { readRow } from '../../../app/rows.ts';
import type { CalendarItem, CalendarWrites, Undo } from '../../../calendar/layout/types.ts';
import { valuesOfSlot } from '../../calendar/calendarItems.ts';
import { calendarWrites, type PlannedMove } from '../../calendar/useCalendarWrites.ts';
import { createRow, updateRow } from '../../engine/rowWrites.ts';
import { ChoiceDialog } from './ChoiceDialog.tsx';
import { specialQuestion, type SpecialRow } from './hours.ts';
import { hoursIn, timedSlot } from './slotTimes.ts';
import { specialOfDate, managedTarget, type ManagedItem } from './managerItems.ts';
import type { HoursContext } from './hoursContext.ts';
import { addSpecial, confirmConflicts, createDrawn, placeZone } from './hoursDialogs.tsx';
import { withWeekday } from './usualWeek.ts';

/** Reasons that the calendar gives to special hours that are drawn. */
const GIVEN_REASONS: readonly string[] = ['Closed', 'Special hours'];

/** What the calendar writes while it shows blocks and special hours. */
export function blockWrites(context: HoursContext): CalendarWrites {
  const { resources, writer, prompt } = context;
  return calendarWrites({
    resource: resources.blocks,
    writer,
    prompt,
    findTarget: (item) => managedTarget(resources, item as ManagedItem),
    valuesOf: ({ resource }, slot) =>
      resource === resources.hoursExceptions
        ? valuesOfSlot(resource, { start: slot.start, end: slot.end, allDay: slot.allDay }, context.zone)
        : valuesOfSlot(resource, timedSlot(slot, placeZone(context, slot.split)), context.zone),
    confirmMove: async (move) => {
      const question = questionOf(move);
      return question === null || (await confirmConflicts(context, question)) ? { values: move.values } : null;
    },
    confirmRemoval: async ({ resource, row }) =>
      resource.name !== 'hoursExceptions' ||
      (await confirmConflicts(context, specialQuestion({ ...(row as unknown as SpecialRow), isDeleted: true }))),
    create: (slot) => createDrawn(context, slot),
  });
}

/** What the calendar writes while it shows opening hours. */
export function openHoursWrites(context: HoursContext): CalendarWrites {
  const { change, remove } = blockWrites(context);
  return {
    create: (slot) => {
      const place = Number(slot.split ?? context.placeId ?? 0);
      if (slot.allDay || place === 0) return addSpecial(context, slot);
      const { date, ...hours } = hoursIn(slot, placeZone(context, place));
      return setHours(context, { place, date, hours });
    },
    change: async (item, slot) => {
      if (!isOpenHours(item)) return (await change?.(item, slot)) ?? null;
      const { placeId: place, date: own } = item.opens;
      const { date, ...hours } = hoursIn(slot, placeZone(context, place));
      if (slot.allDay || date !== own) throw new Error('Hours stay on their day. Draw those of another day there.');
      return setHours(context, { place, date, hours });
    },
    remove: async (item) =>
      isOpenHours(item)
        ? setHours(context, { place: item.opens.placeId, date: item.opens.date, hours: null })
        : ((await remove?.(item)) ?? null),
  };
}

function isOpenHours(item: CalendarItem): item is Extract<ManagedItem, { opens: unknown }> {
  return 'opens' in item;
}

/** Null: nothing can be in conflict with it. */
function questionOf({ resource, row, date, scope, values }: PlannedMove): HoursConflictQuestion | null {
  if (resource.name === 'hoursExceptions') return specialQuestion({ ...row, ...values } as unknown as SpecialRow);
  if (row['kind'] === 'hold') return null;
  const moved = {
    id: row['id'],
    locationId: row['locationId'],
    startsAt: row['startsAt'],
    endsAt: row['endsAt'],
    ...values,
  };
  return (scope === null ? { block: moved } : { occurrence: { ...moved, date, scope } }) as HoursConflictQuestion;
}

interface DayHours {
  place: number;
  date: string;
  hours: { opens: number; closes: number } | null;
}

/** Sets the hours of a day, for its weekday or for the date alone. */
async function setHours(context: HoursContext, day: DayHours): Promise<Undo | null> {
  const { date, hours } = day;
  const weekday = WEEKDAY_NAMES[dateWeekday(date)] ?? '';
  const title = hours === null ? 'Closed' : formatHours(hours.opens, hours.closes);
  const choices = [
    { value: 'weekday', label: `Every ${weekday} from now on`, isUsual: true },
    { value: 'date', label: `Only ${weekday}, ${formatDay(date)}` },
  ] as const;
  const scope = await context.prompt<'weekday' | 'date'>((onAnswer) => (
    <ChoiceDialog lead="For which days?" {...{ title, choices, onAnswer }} />
  ));
  if (scope === null) return null;
  return scope === 'weekday' ? setWeekdayHours(context, day) : setDateHours(context, day);
}

async function setWeekdayHours(context: HoursContext, { place: locationId, date, hours }: DayHours) {
  const place = await readRow('locations', locationId);
  const week = withWeekday(place.hours, dateWeekday(date), hours);
  if (!(await confirmConflicts(context, { usual: { locationId, hours: week } }))) return null;
  return context.writer.write(() => updateRow({ resource: 'locations', ...place }, { hours: week }));
}

async function setDateHours(context: HoursContext, { place: locationId, date, hours }: DayHours) {
  const { special, writer, retryKey } = context;
  const own = specialOfDate(special, locationId, date);
  const given = GIVEN_REASONS[hours === null ? 0 : 1] ?? '';
  const values = {
    // A reason that someone has written stays.
    reason: own === undefined || GIVEN_REASONS.includes(own.reason) ? given : own.reason,
    closed: hours === null,
    opensAt: hours?.opens ?? null,
    closesAt: hours?.closes ?? null,
  };
  const row = { locationId, startsOn: date, endsOn: date, ...values };
  if (!(await confirmConflicts(context, specialQuestion({ ...own, ...row })))) return null;
  return writer.write(() =>
    own === undefined
      ? createRow('hoursExceptions', row, retryKey)
      : updateRow(writer.latest('hoursExceptions', { ...own }), values),
  );
}
