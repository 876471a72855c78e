import type { PlannedSession, PlanQuestion } from '../../../../domain/calls/series.ts';
import type { Event as EventRow } from '../../../../domain/generated/resources.ts';
import { ruleFault } from '../../../../domain/hours/recurrence.ts';
import { arranged, dateFaults, type Arrangement } from '../../../../domain/sessions/session-dates.ts';
import { formatNumber } from '../../../../domain/values/formats.ts';
import { sameJson } from '../../../../domain/values/json.ts';
import type { FormData } from '../../../forms/shared/formServices.ts';

const MINUTE = 60_000;

/**
 * The form's values once an event is chosen: what is empty, or still as the event before gave it, is filled by its template; what someone
 * entered stays.
 */
export function withTemplate(data: FormData, template: EventRow, before: EventRow | null): FormData {
  const [given, then] = [templateValues(template, data), before === null ? {} : templateValues(before, data)];
  const filled = Object.entries(given).filter(
    ([name, value]) => value !== undefined && (isEmpty(data[name]) || sameJson(data[name], then[name])),
  );
  return { ...data, ...Object.fromEntries(filled) };
}

function templateValues(template: EventRow, { startsAt }: FormData): FormData {
  const { defaultMinutes, defaultCapacity, defaultLocationId, defaultInstructorIds } = template;
  const start = instantIn(startsAt);
  return {
    endsAt: start === null || defaultMinutes == null ? undefined : iso(start + defaultMinutes * MINUTE),
    capacity: defaultCapacity ?? undefined,
    locationId: defaultLocationId ?? undefined,
    instructorIds: defaultInstructorIds ?? undefined,
  };
}

/** A session that is put at another time keeps its length; one that had none gets that of its event. */
export function withStart(before: FormData, after: FormData, template: EventRow | null): FormData {
  const [old, start, end] = [instantIn(before['startsAt']), instantIn(after['startsAt']), instantIn(before['endsAt'])];
  if (start === null || start === old || after['endsAt'] !== before['endsAt']) return after;
  const usual = template?.defaultMinutes == null ? null : template.defaultMinutes * MINUTE;
  const length = old !== null && end !== null && end > old ? end - old : end === null ? usual : null;
  return length === null ? after : { ...after, endsAt: iso(start + length) };
}

/** The plan that the server checks; null while times or the rule are incomplete or contradictory. */
export function planQuestionOf(data: FormData, rule: string | null): PlanQuestion | null {
  const { locationId, instructorIds } = data;
  const times = timesIn(data);
  if (times === null || dateFaults(times) !== null) return null;
  if (rule !== null && ruleFault(rule) !== null) return null;
  return {
    ...times,
    locationId: typeof locationId === 'number' ? locationId : null,
    instructorIds: Array.isArray(instructorIds) ? instructorIds.filter((id) => typeof id === 'number') : [],
    rule,
  };
}

/** Why the times cannot be: "Date 2 begins before date 1 has ended"; null where they can, or are not complete. */
export function timesFault(data: FormData): string | null {
  const times = timesIn(data);
  const faults = times && dateFaults(times);
  return faults === null ? null : (Object.values(faults)[0] ?? null);
}

/** What is allowed but rarely meant: a session in the past, and one that visitors see without a place. */
export function planWarnings(data: FormData, sessions: readonly PlannedSession[], now: number): string[] {
  const past = sessions.filter(({ endsAt }) => Date.parse(endsAt) <= now).length;
  return [
    ...(past === 0 ? [] : [past === 1 ? 'This date is in the past.' : `${formatNumber(past)} dates are in the past.`]),
    ...(isPlaceless(data) ? [NO_PLACE] : []),
  ];
}

/** The same of a session that is being edited. */
export function editWarnings(data: FormData, now: number): string[] {
  const isLive = data['status'] === 'draft' || data['status'] === 'published';
  const end = timesIn(data)?.endsAt;
  const isPast = isLive && end !== undefined && Date.parse(end) <= now;
  return [...(isPast ? ['This session is in the past.'] : []), ...(isPlaceless(data) ? [NO_PLACE] : [])];
}

const NO_PLACE = 'It is published without a place. Visitors will not see where it is.';

function isPlaceless({ status, locationId, locationNote, joinUrl, dates }: FormData): boolean {
  const isDatePlaced = (date: unknown) => !isEmpty((date as FormData | null)?.['locationId']);
  const hasPlaces = Array.isArray(dates) && dates.length > 0 && dates.every(isDatePlaced);
  return status === 'published' && !hasPlaces && [locationId, locationNote, joinUrl].every(isEmpty);
}

/** All dates that are filled in; null without the first one. */
function timesIn({ startsAt, endsAt, dates }: FormData): Arrangement | null {
  const [start, end] = [instantIn(startsAt), instantIn(endsAt)];
  if (start === null || end === null) return null;
  return arranged<Arrangement>({ startsAt: iso(start), endsAt: iso(end), dates: datesIn(dates) }, null);
}

/** The further dates that are filled in. */
function datesIn(value: unknown): Arrangement['dates'] {
  const dates = (Array.isArray(value) ? value : []).flatMap((date: unknown) => {
    const { startsAt, endsAt, locationId } = (date ?? {}) as Record<string, unknown>;
    const [start, end] = [instantIn(startsAt), instantIn(endsAt)];
    if (start === null || end === null) return [];
    return { startsAt: iso(start), endsAt: iso(end), ...(typeof locationId === 'number' ? { locationId } : {}) };
  });
  return dates.length === 0 ? null : dates;
}

function isEmpty(value: unknown): boolean {
  return value == null || value === '' || (Array.isArray(value) && value.length === 0);
}

function instantIn(value: unknown): number | null {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN;
  return Number.isNaN(time) ? null : time;
}

function iso(time: number): string {
  return new Date(time).toISOString();
}
