import { createElement, use } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import type { CalendarItem, CalendarSlot, CalendarWrites, Undo } from '../../calendar/layout/types.ts';
import type { OccurrenceScope } from '../../../domain/hours/calendar.ts';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Prompt } from '../../app/dialogs/prompts.tsx';
import { pluralInside } from '../../app/resourceNames.ts';
import { createPath } from '../engine/paths.ts';
import { moveOccurrence, removeOccurrence, removeRow, updateRow } from '../engine/rowWrites.ts';
import { partOf, valuesOfSlot, type CalendarTarget } from './calendarItems.ts';
import { MoveQuestionContext, type MoveAnswer, type MoveValues } from './moveQuestion.ts';
import { ScopeDialog } from './ScopeDialog.tsx';
import { conflictText, SOMEONE_ELSE, type RowWriter } from './useRowWriter.ts';

export interface PlannedMove extends CalendarTarget {
  scope: OccurrenceScope | null;
  values: MoveValues;
}

export interface CalendarWriting {
  /** Whose rows are created, and whose permissions decide what the calendar offers. */
  resource: ClientResource;
  writer: RowWriter;
  prompt: Prompt;
  findTarget: (item: CalendarItem) => CalendarTarget | undefined | Promise<CalendarTarget>;
  valuesOf: (target: CalendarTarget, slot: CalendarSlot) => MoveValues;
  /** Resolves to null when the row is to stay as it is. */
  confirmMove: (move: PlannedMove) => Promise<MoveAnswer | null>;
  confirmRemoval?: (target: CalendarTarget) => Promise<boolean>;
  create: (slot: CalendarSlot) => Promise<Undo | null>;
}

/** What a calendar writes of any resource. Writes without permission are not offered. */
export function calendarWrites(writing: CalendarWriting): CalendarWrites {
  const { can, formSchema } = writing.resource;
  const start = partOf(writing.resource, 'start')?.name ?? '';
  return {
    ...(can.create && formSchema.create.properties[start] ? { create: writing.create } : {}),
    ...(can.update && formSchema.update.properties[start] ? { change: (item, to) => change(writing, item, to) } : {}),
    ...(can.delete ? { remove: (item) => remove(writing, item) } : {}),
  };
}

async function change(writing: CalendarWriting, item: CalendarItem, to: CalendarSlot): Promise<Undo | null> {
  const { writer, confirmMove, valuesOf } = writing;
  const found = await requireTarget(writing, item);
  const dates = datesOf(found);
  const target = dates === null ? found : { ...found, date: null };
  const { resource, row, date } = target;
  const placed = { ...targetColumn(target), ...valuesOf(target, to) };
  const given = dates === null ? placed : withDate(found, dates, placed, to.split !== item.split);
  const scope = date === null ? null : await promptScope(writing, 'Move', item);
  if (date !== null && scope === null) return null;
  const values = scope === null ? changedValues(target, given) : given;
  const answer = await confirmMove({ ...target, scope, values });
  if (answer === null) return null;
  return writer.write(async () => {
    if ('changes' in answer) return answer.changes;
    const seen = writer.latest(resource.name, row);
    return date === null ? updateRow(seen, answer.values) : moveOccurrence(seen, date, { scope, ...answer.values });
  });
}

async function remove(writing: CalendarWriting, item: CalendarItem): Promise<Undo | null> {
  const { writer } = writing;
  const target = await requireTarget(writing, item);
  if ((await writing.confirmRemoval?.(target)) === false) return null;
  const { resource, row, date } = target;
  if (date === null) return writer.write(() => removeRow(writer.latest(resource.name, row)));
  const scope = await promptScope(writing, 'Delete', item);
  return scope && writer.write(() => removeOccurrence(writer.latest(resource.name, row), date, scope));
}

async function requireTarget(writing: CalendarWriting, item: CalendarItem): Promise<CalendarTarget> {
  const target = await writing.findTarget(item);
  if (!target) throw new Error('It no longer exists.');
  return target;
}

function promptScope({ prompt, resource }: CalendarWriting, verb: 'Move' | 'Delete', { title }: CalendarItem) {
  return prompt<OccurrenceScope>((onAnswer) =>
    createElement(ScopeDialog, { verb, title, plural: pluralInside(resource), onAnswer }),
  );
}

/** The several dates of the row if the target is one of them; null otherwise. */
function datesOf({ resource, row, date }: CalendarTarget): readonly Row[] | null {
  const dates = row[partOf(resource, 'dates')?.name ?? ''];
  return date !== null && Array.isArray(dates) && dates.length > 0 ? (dates as Row[]) : null;
}

/** One of the dates at another time; at another place only where it is moved to another column. */
function withDate(
  { resource, row, date }: CalendarTarget,
  dates: readonly Row[],
  to: MoveValues,
  isElsewhere: boolean,
) {
  const { start = '', end = '', column = '', dates: name = '' } = resource.config.calendar ?? {};
  const index = dates.findIndex((one) => Date.parse(String(one[start])) === Date.parse(date ?? ''));
  if (index === -1) throw new Error(conflictText(SOMEONE_ELSE));
  const { [column]: own = null, ...others } = dates[index] ?? {};
  const place = (isElsewhere ? to[column] : own) ?? null;
  const isUsual = place === null || place === row[column];
  const moved: Row = {
    ...others,
    [start]: to[start] ?? null,
    [end]: to[end] ?? null,
    ...(!isUsual && { [column]: place }),
  };
  return { [name]: dates.with(index, moved) as Json };
}

/** Throws where the caller may not write one of them. */
function changedValues({ resource, row }: CalendarTarget, values: MoveValues): MoveValues {
  const changes = Object.entries(values).filter(([name, value]) => value !== (row[name] ?? null));
  const fixed = changes.find(([name]) => resource.formSchema.update.properties[name] === undefined);
  const title = fixed && resource.fields.find(({ name }) => name === fixed[0])?.title;
  if (title !== undefined) throw new Error(`You cannot change “${title}”.`);
  return Object.fromEntries(changes);
}

function targetColumn({ resource, row }: CalendarTarget): MoveValues {
  const column = partOf(resource, 'column');
  return column ? { [column.name]: row[column.name] ?? null } : {};
}

/** The writes of the calendar of one resource: the form of a new row is a page of its own. */
export function useCalendarWrites(
  given: Pick<CalendarWriting, 'resource' | 'writer' | 'prompt' | 'findTarget'> & { zone: string },
): CalendarWrites {
  const { resource, prompt, zone } = given;
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const drawQuestion = use(MoveQuestionContext);
  return calendarWrites({
    ...given,
    valuesOf: (_, slot) => valuesOfSlot(resource, slot, zone),
    create: async (slot) => {
      const record = valuesOfSlot(resource, slot, zone);
      await navigate(createPath(resource), { state: { record, cameFrom: { pathname, search } } });
      return null;
    },
    confirmMove: ({ row, scope, values }) =>
      drawQuestion === null || scope !== null
        ? Promise.resolve({ values })
        : prompt<MoveAnswer>((onAnswer) => drawQuestion({ resource, row, values, onAnswer })),
  });
}
