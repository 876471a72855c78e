import { useMemo, useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import type { BlockKind, OccurrenceScope } from '../../../../domain/hours/calendar.ts';
import type { RowChange } from '../../../../domain/values/undo.ts';
import { hourRangeText } from '../../../../domain/hours/hour-text.ts';
import { hoursOfDate, weekdayOf } from '../../../../domain/hours/hours.ts';
import type { CollisionQuestion, StaffPlace } from '../../../../domain/sessions/scheduling.ts';
import { RetryKey } from '../../../app/RetryKey.ts';
import type { CalendarItem, CalendarSlot, CalendarWrites, Undo } from '../../../calendar/types.ts';
import { formatDay } from '../../../ui/instants.ts';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { Option } from '../../../ui/SelectField.tsx';
import { CollisionsDialog } from './CollisionsDialog.tsx';
import { DayHoursDialog } from './DayHoursDialog.tsx';
import * as calls from './hoursCalls.ts';
import { KindDialog } from './KindDialog.tsx';
import { specialOfDate, type ManagedItem } from './managerItems.ts';
import { STAFF_CALENDAR_KEY } from './schedulingCalls.ts';
import { ScopeDialog } from './ScopeDialog.tsx';
import { SpecialDialog } from './SpecialDialog.tsx';
import { UsualHoursDialog } from './UsualHoursDialog.tsx';
import { weekWith } from './usualWeek.ts';
import { datesOf, hoursIn, slotWords, timesOf } from './slotTimes.ts';
import type { Ask } from './useAsk.tsx';
import { WrittenVersions } from './WrittenVersions.ts';

const BlockDialog = lazyComponent(() => import('./BlockDialog.tsx').then((module) => module.BlockDialog));

export interface ManagerContext {
  ask: Ask;
  places: readonly StaffPlace[];
  options: readonly Option[];
  /** The place that new blocks are for, unless a column says so. */
  placeId: number | undefined;
  zone: string;
  /** Of the dates that are shown. */
  special: readonly calls.SpecialRow[];
}

export interface ManagerActions {
  writes: CalendarWrites;
  hoursWrites: CalendarWrites;
  open: (item: CalendarItem) => Promise<Undo | null>;
  addBlock: (slot: CalendarSlot, kind?: BlockKind) => Promise<Undo | null>;
  addSpecial: (slot: CalendarSlot) => Promise<Undo | null>;
  editUsual: (placeId: number) => Promise<Undo | null>;
}

type ManagerWriting = Required<CalendarWrites>;

export const SPECIAL_KEY = 'specialHours';

/** Of special hours that are drawn: closed, and open. */
const GIVEN_REASONS: readonly string[] = ['Closed', 'Special hours'];

/** What a keeper of hours may change, each with the questions it raises. All resolve with their undo, or null when nothing is saved. */
export function useManagerWrites({
  ask,
  places,
  options,
  placeId,
  zone,
  special: known,
}: ManagerContext): ManagerActions {
  const client = useQueryClient();
  // Of what a drag alone makes. It outlives the refetch after a lost answer, so that the repeated drag is the same call.
  const [quickKey] = useState(() => new RetryKey());
  return useMemo(() => {
    const refresh = () => {
      for (const key of [STAFF_CALENDAR_KEY, SPECIAL_KEY, 'locations', 'blocks', 'hoursExceptions'])
        void client.invalidateQueries({ queryKey: [key] });
    };
    const zoneOf = (id: number) => places.find((place) => place.id === id)?.timezone ?? zone;
    const versions = new WrittenVersions();
    const done = (changes: readonly RowChange[]): Undo => {
      versions.note(changes);
      refresh();
      return calls.undoOf(changes, (undone) => {
        versions.note(undone);
        refresh();
      });
    };

    // Of one form.
    const createWith = <Data,>(create: (data: Data, key: RetryKey) => Promise<RowChange[]>) => {
      const key = new RetryKey();
      return (data: Data) => create(data, key);
    };

    /** Says what is in the way; false when the change is not to be saved. */
    const agreed = async (question: CollisionQuestion): Promise<boolean> => {
      const collisions = await calls.collisionsOf(question);
      if (collisions.total === 0) return true;
      return (await ask<boolean>((settle) => <CollisionsDialog collisions={collisions} onAnswer={settle} />)) === true;
    };
    /** `id`: of the block that is changed. */
    const agreedBlock = ({ kind, locationId, startsAt, endsAt, rule, exceptDates }: calls.BlockData, id?: number) =>
      kind === 'hold' ||
      agreed({
        block: { ...(id === undefined ? {} : { id }), locationId, startsAt, endsAt, rule, exceptDates },
      });

    const blockForm = (
      title: string,
      data: calls.BlockData,
      save: (data: calls.BlockData) => Promise<RowChange[]>,
      id?: number,
    ) =>
      ask<Undo>((settle) => (
        <BlockDialog
          title={title}
          data={data}
          options={options}
          zoneOf={zoneOf}
          onSave={async (block) => {
            if (!(await agreedBlock(block, id))) return false;
            settle(done(await save(block)));
            return true;
          }}
          onClose={() => settle(null)}
        />
      ));

    const addBlock: ManagerActions['addBlock'] = (slot, kind = 'closed') => {
      const locationId = Number(slot.split ?? placeId ?? options[0]?.value ?? 0);
      const times = timesOf(slot, zoneOf(locationId));
      return blockForm(
        'New block',
        { title: '', publicTitle: null, kind, locationId, ...times, rule: null, exceptDates: null, notes: null },
        createWith(calls.createBlock),
      );
    };

    const specialForm = (
      title: string,
      data: calls.SpecialData & { id?: number },
      save: (data: calls.SpecialData) => Promise<RowChange[]>,
    ) =>
      ask<Undo>((settle) => (
        <SpecialDialog
          title={title}
          data={data}
          options={options}
          usualOn={(id, date) => {
            const hours = places.find((place) => place.id === id)?.hours ?? null;
            return hours && hoursOfDate(date, hours, []);
          }}
          onSave={async (special) => {
            if (!(await agreed({ special: calls.specialQuestion(special, data.id) }))) return false;
            settle(done(await save(special)));
            return true;
          }}
          onClose={() => settle(null)}
        />
      ));

    const addSpecial: ManagerActions['addSpecial'] = (slot) => {
      const [startsOn, endsOn] = datesOf(slot, zone);
      const locationId = slot.split !== undefined ? Number(slot.split) : (placeId ?? null);
      const data = { reason: '', locationId, startsOn, endsOn, closed: true, opensAt: null, closesAt: null };
      return specialForm('New special hours', data, createWith(calls.createSpecial));
    };

    const editSpecial = (row: calls.SpecialRow) =>
      specialForm('Special hours', row, (data) => calls.updateSpecial(row, calls.bareWithReason(data)));

    const create = async (slot: CalendarSlot): Promise<Undo | null> => {
      const kind = await ask<BlockKind | 'special'>((settle) => (
        <KindDialog when={slotWords(slot, zone)} onChoose={settle} />
      ));
      if (kind === null) return null;
      return kind === 'special' ? addSpecial(slot) : addBlock(slot, kind);
    };

    const scopeOf = (verb: string, title: string, scopes?: readonly OccurrenceScope[]) =>
      ask<OccurrenceScope>((settle) => (
        <ScopeDialog verb={verb} title={title} onChoose={settle} {...(scopes === undefined ? {} : { scopes })} />
      ));

    const change = async (given: CalendarItem, slot: CalendarSlot): Promise<Undo | null> => {
      const item = given as ManagedItem;
      if ('special' in item) {
        const [startsOn, endsOn] = datesOf(slot, zone);
        const moved = { ...item.special, startsOn, endsOn };
        if (!(await agreed({ special: calls.specialQuestion(moved, moved.id) }))) return null;
        return done(await calls.updateSpecial(item.special, { startsOn, endsOn }));
      }
      if (!('entry' in item)) return null;
      const { recordId, date, repeats, title, placeId: before, state } = item.entry;
      const locationId = slot.split === undefined ? (before ?? 0) : Number(slot.split);
      const to = { ...timesOf(slot, zoneOf(locationId)), locationId };
      const scope = repeats ? await scopeOf('Move', title) : 'all';
      if (scope === null) return null;
      const isHold = (state as BlockKind) === 'hold';
      if (!isHold && !(await agreed({ occurrence: { id: recordId, date: date ?? '', scope, ...to } }))) return null;
      return done(await calls.moveOccurrence(versions.seen(item.entry), { scope, ...to }));
    };

    const remove = async (given: CalendarItem): Promise<Undo | null> => {
      const item = given as ManagedItem;
      if ('special' in item) return done(await calls.removeSpecial(item.special));
      if (!('entry' in item)) return null;
      const { repeats, title } = item.entry;
      const scope = repeats ? await scopeOf('Delete', title) : 'all';
      return scope === null ? null : done(await calls.removeOccurrence(versions.seen(item.entry), scope));
    };

    const open: ManagerActions['open'] = async (given) => {
      const item = given as ManagedItem;
      if ('special' in item) return editSpecial(item.special);
      if ('opens' in item) {
        const own = specialOfDate(known, item.opens.placeId, item.opens.date);
        return own === undefined ? editUsual(item.opens.placeId) : editSpecial(own);
      }
      const { recordId, date, repeats, title, start, end, placeId: at } = item.entry;
      const row = await calls.readBlock(recordId);
      const scope = repeats ? await scopeOf('Edit', title, ['one', 'all']) : 'all';
      if (scope === null) return null;
      if (scope === 'all')
        return blockForm('Block', row, (data) => calls.updateBlock(row, calls.dataOf(data)), recordId);
      const one = { ...row, startsAt: start, endsAt: end, rule: null, exceptDates: null };
      return blockForm(
        `Block on ${formatDay(date ?? '')}`,
        one,
        ({ startsAt, endsAt, locationId, title: words, publicTitle, kind, notes }) =>
          calls.moveOccurrence(
            { id: recordId, date: date ?? '', version: row.version },
            {
              scope: 'one',
              startsAt,
              endsAt,
              locationId: locationId || (at ?? 0),
              as: { title: words, publicTitle, kind, notes },
            },
          ),
        recordId,
      );
    };

    /** Other hours of a day, for its weekday or for the date alone. */
    const setHours = async (at: number, date: string, hours: { opens: number; closes: number } | null) => {
      const words = hours === null ? 'Closed' : hourRangeText(hours.opens, hours.closes);
      const scope = await ask<'weekday' | 'date'>((settle) => (
        <DayHoursDialog date={date} hours={words} onChoose={settle} />
      ));
      if (scope === null) return null;
      if (scope === 'weekday') {
        const place = await calls.readPlace(at);
        const week = weekWith(place.hours, weekdayOf(date), hours);
        if (!(await agreed({ usual: { locationId: at, hours: week } }))) return null;
        return done(await calls.updateUsual(place, week));
      }
      const special = {
        reason: GIVEN_REASONS[hours === null ? 0 : 1] ?? '',
        locationId: at,
        startsOn: date,
        endsOn: date,
        closed: hours === null,
        opensAt: hours?.opens ?? null,
        closesAt: hours?.closes ?? null,
      };
      const own = specialOfDate(known, at, date);
      if (own === undefined) {
        if (!(await agreed({ special: calls.bare(special) }))) return null;
        return done(await calls.createSpecial(special, quickKey));
      }
      const { closed, opensAt, closesAt } = special;
      // A reason that somebody has written stays.
      const reason = GIVEN_REASONS.includes(own.reason) ? special.reason : own.reason;
      const changed = { reason, closed, opensAt, closesAt };
      if (!(await agreed({ special: calls.specialQuestion({ ...own, ...changed }, own.id) }))) return null;
      return done(await calls.updateSpecial(own, changed));
    };

    const hoursWrites: ManagerWriting = {
      create: async (slot) => {
        const at = Number(slot.split ?? placeId ?? 0);
        if (slot.allDay || at === 0) return addSpecial(slot);
        const { date, opens, closes } = hoursIn(slot, zoneOf(at));
        return setHours(at, date, { opens, closes });
      },
      change: async (given, slot) => {
        const item = given as ManagedItem;
        if (!('opens' in item)) return change(given, slot);
        const { date, opens, closes } = hoursIn(slot, zoneOf(item.opens.placeId));
        if (slot.allDay || date !== item.opens.date)
          throw new Error('Hours stay on their day. Draw those of another day there.');
        return setHours(item.opens.placeId, date, { opens, closes });
      },
      remove: async (given) => {
        const item = given as ManagedItem;
        return 'opens' in item ? setHours(item.opens.placeId, item.opens.date, null) : remove(given);
      },
    };

    const editUsual: ManagerActions['editUsual'] = async (id) => {
      const place = await calls.readPlace(id);
      return ask<Undo>((settle) => (
        <UsualHoursDialog
          placeName={place.displayName}
          hours={place.hours}
          onSave={async (hours) => {
            if (!(await agreed({ usual: { locationId: id, hours } }))) return false;
            settle(done(await calls.updateUsual(place, hours)));
            return true;
          }}
          onClose={() => settle(null)}
        />
      ));
    };

    /** What is refused may be drawn as it no longer is: somebody else has moved or deleted it. */
    const orAnew =
      <Args extends unknown[]>(write: (...args: Args) => Promise<Undo | null>) =>
      (...args: Args) =>
        write(...args).catch((failure: unknown) => {
          refresh();
          throw failure;
        });
    const kept = (all: ManagerWriting): ManagerWriting => ({
      create: all.create,
      change: orAnew(all.change),
      remove: orAnew(all.remove),
    });
    return {
      writes: kept({ create, change, remove }),
      hoursWrites: kept(hoursWrites),
      open: orAnew(open),
      addBlock,
      addSpecial,
      editUsual,
    };
  }, [ask, client, known, options, placeId, places, quickKey, zone]);
}
