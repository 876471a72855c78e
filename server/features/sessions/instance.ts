import { sql } from 'kysely';
import { dateSpans, type DateSpan } from '../../../domain/sessions/session-dates.ts';
import type { Session } from '../../../domain/generated/resources.ts';
import { NO_POLICY, type SignupPolicy } from '../../../domain/sessions/signup-policy.ts';
import type { TicketFacts, TicketStatus } from '../../../domain/sessions/tickets.ts';
import { columnRefs, PREPARED, type Db, type Tx } from '../../platform/database.ts';
import { noteLockedRows } from '../../platform/locks.ts';
import { daysBefore } from '../../platform/zone-years.ts';
import type { Needs } from '../../services.ts';
import { isLimitedEvent } from './visibility.ts';
import { noInstance } from './refusals.ts';

const HOUR = 3_600_000;
/** Doors open so many milliseconds before the session. */
export const DOORS_OPEN_BEFORE = HOUR;
/** What an event has that does not say, as its schema's defaults. */
const OPENS_DAYS = 30;
const CLOSES_HOURS = 1;
const CANCEL_HOURS = 24;

/** An instance with what of its event sign-up depends on. Instants are in epoch milliseconds. */
export interface OpenInstance {
  id: number;
  eventId: number;
  title: string;
  status: 'draft' | 'published' | 'cancelled' | 'done';
  isEventActive: boolean;
  startsAt: number;
  endsAt: number;
  /** Its dates; locationId is null at its usual place. */
  spans: DateSpan[];
  /** Of the last mail that changed its entry in someone's calendar. */
  calendarSequence: number;
  opensAt: number;
  closesAt: number;
  capacity: number;
  /** Seats that are held, offered, confirmed or used. Kept up to date by this feature, in the transaction of each change. */
  taken: number;
  waiting: number;
  waitlistOn: boolean;
  /** Null: without end. */
  waitlistMax: number | null;
  feeCents: number;
  offerHours: number;
  /** By when seats are paid or accepted at the latest: its start. */
  holdsEndAt: number;
  walkInsAllowed: boolean;
  locationId: number | null;
  /** Of its place. */
  timezone: string;
  place: string;
  /** Not for everyone to see: private, or limited to roles or groups. */
  isLimited: boolean;
  /** A minimum age or terms are confirmed before someone signs up. */
  hasTerms: boolean;
  /** The form with its questions; null without any. */
  formId: number | null;
  asksWishes: boolean;
  /** Seats above the capacity that staff may give. */
  overbookLimit: number;
  cancelUntil: number;
  /** Until when attendees who cancel get back what they paid. */
  refundUntil: number;
  policy: SignupPolicy;
  oneSeatPerPerson: boolean;
  /** The series booked as a whole: its sessions cannot be taken alone. */
  wholeSeriesId: number | null;
}

/** For lists of sessions: not enough to decide on seats. */
export type ListedInstance = Omit<OpenInstance, 'isLimited' | 'hasTerms'>;

/** What of the rows of an instance, its event and its location it is made of. */
export interface ListedRow {
  id: number;
  eventId: number;
  title: string;
  status: OpenInstance['status'];
  active: boolean;
  deleted: boolean;
  startsAt: string;
  endsAt: string;
  dates: Session['dates'];
  calendarSequence: number | null;
  signupOpensAt: string | null;
  signupClosesAt: string | null;
  signupOpensDays: number | null;
  signupClosesHours: number | null;
  capacity: number;
  confirmed: number | null;
  waiting: number | null;
  waitlistOn: boolean | null;
  waitlistMax: number | null;
  feeCents: number | null;
  offerHours: number | null;
  walkInsAllowed: boolean | null;
  locationId: number | null;
  placeTimezone: string | null;
  place: string | null;
  locationNote: string | null;
  formId: number | null;
  asksWishes: boolean | null;
  cancelDeadlineHours: number | null;
  refundDeadlineHours: number | null;
  overbookLimit: number | null;
  noShowLimit: number | null;
  lateCancelLimit: number | null;
  limitDays: number | null;
  blockDays: number | null;
  oneSeatPerPerson: boolean | null;
  wholeSeriesId: number | null;
}

type InstanceRow = ListedRow & Record<'isLimited' | 'hasTerms', boolean | null>;

type Site = Needs<'model'>;

const I = columnRefs('instances', 'i');
const E = columnRefs('events', 'e');
const L = columnRefs('locations', 'l');

/**
 * Locks the session until the transaction ends: every change of a ticket holds this lock, so that changes of one session's tickets happen
 * one after another. Throws 404 if there is none.
 */
export async function lockInstance(services: Site, tx: Tx, id: number): Promise<OpenInstance> {
  // Two statements: one that waited for the lock would return the event as it was before the wait.
  await sql`${PREPARED}select from "instances" where "id" = ${id} for update`.execute(tx);
  noteLockedRows(tx, 'instances', [id]);
  return readInstance(services, tx, id);
}

/** Reads the session without locking it. Throws 404 if there is none. */
export async function readInstance(services: Site, db: Db, id: number): Promise<OpenInstance> {
  const [instance] = await readInstances(services, db, [id]);
  if (instance === undefined) throw noInstance();
  return instance;
}

export async function readInstances(
  { model: { site } }: Site,
  db: Db,
  ids: readonly number[],
): Promise<OpenInstance[]> {
  const { rows } = await sql<InstanceRow>`${PREPARED}
    select ${I.id}, ${I.eventId}, ${E.title}, ${I.status}, ${E.active}, ${E.deletedAt} is not null as "deleted", ${I.startsAt}, ${I.endsAt}, ${I.dates}, ${I.calendarSequence},
      ${I.signupOpensAt}, ${I.signupClosesAt}, ${E.signupOpensDays}, ${E.signupClosesHours}, ${I.capacity}, ${I.confirmed}, ${I.waiting},
      ${E.waitlistOn}, ${E.waitlistMax}, ${E.feeCents}, ${E.offerHours}, ${I.walkInsAllowed}, ${I.locationId}, ${L.timezone} as "placeTimezone", ${L.displayName} as "place", ${I.locationNote},
      (${I.isPrivate} is true or ${isLimitedEvent()}) as "isLimited",
      (${E.minimumAge} is not null or coalesce(${E.liabilityText}, '') <> '') as "hasTerms",
      ${E.formId}, ${E.asksWishes},
      coalesce(${I.overbookLimit}, ${E.overbookLimit}) as "overbookLimit", ${E.cancelDeadlineHours}, ${E.refundDeadlineHours}, ${E.noShowLimit}, ${E.lateCancelLimit},
      ${E.limitDays}, ${E.blockDays}, ${E.oneSeatPerPerson},
      (select s."id" from "eventSeries" s where s."id" = i."seriesId" and s."isBookedAsWhole") as "wholeSeriesId"
    from "instances" i join "events" e on ${E.id} = ${I.eventId} left join "locations" l on ${L.id} = ${I.locationId}
    where ${I.id} = any(${ids}::bigint[])`.execute(db);
  return rows.map((row) => ({
    ...listedInstanceOf(row, site.timezone),
    isLimited: row.isLimited === true,
    hasTerms: row.hasTerms === true,
  }));
}

/** SQL of instances i and events e: when sign-up closes, as below. */
export const CLOSES_AT = sql<string>`coalesce(${I.signupClosesAt}, ${I.startsAt} - make_interval(hours => coalesce(${E.signupClosesHours}, ${sql.lit(CLOSES_HOURS)})::int))`;

/** `siteZone`: of sessions without a place. Sign-up opens at the local time of day at which the session begins, some days earlier. */
export function listedInstanceOf(row: ListedRow, siteZone: string): ListedInstance {
  const startsAt = Date.parse(row.startsAt);
  const timezone = row.placeTimezone ?? siteZone;
  return {
    id: row.id,
    eventId: row.eventId,
    title: row.title,
    status: row.status,
    isEventActive: row.active && !row.deleted,
    startsAt,
    endsAt: Date.parse(row.endsAt),
    spans: dateSpans({ startsAt: row.startsAt, endsAt: row.endsAt, dates: row.dates }),
    calendarSequence: row.calendarSequence ?? 0,
    opensAt:
      row.signupOpensAt === null
        ? daysBefore(startsAt, row.signupOpensDays ?? OPENS_DAYS, timezone)
        : Date.parse(row.signupOpensAt),
    closesAt:
      row.signupClosesAt === null
        ? startsAt - (row.signupClosesHours ?? CLOSES_HOURS) * HOUR
        : Date.parse(row.signupClosesAt),
    capacity: row.capacity,
    taken: row.confirmed ?? 0,
    waiting: row.waiting ?? 0,
    waitlistOn: row.waitlistOn !== false,
    waitlistMax: row.waitlistMax,
    feeCents: row.feeCents ?? 0,
    offerHours: row.offerHours ?? 24,
    holdsEndAt: startsAt,
    walkInsAllowed: row.walkInsAllowed !== false,
    locationId: row.locationId,
    timezone,
    place: row.place ?? row.locationNote ?? '',
    formId: row.formId,
    asksWishes: row.asksWishes !== false,
    overbookLimit: row.overbookLimit ?? 0,
    cancelUntil: startsAt - (row.cancelDeadlineHours ?? CANCEL_HOURS) * HOUR,
    refundUntil: startsAt - (row.refundDeadlineHours ?? CANCEL_HOURS) * HOUR,
    policy: {
      noShowLimit: row.noShowLimit,
      lateCancelLimit: row.lateCancelLimit,
      limitDays: row.limitDays ?? NO_POLICY.limitDays,
      blockDays: row.blockDays ?? NO_POLICY.blockDays,
    },
    oneSeatPerPerson: row.oneSeatPerPerson === true,
    wholeSeriesId: row.wholeSeriesId,
  };
}

/** What a transition depends on beside the instance. */
export interface GivenFacts {
  /** Staff go above the capacity deliberately. */
  isDeliberate?: boolean;
  isHolderClosed?: boolean;
  isInstanceBack?: boolean;
  isPrerequisiteUnmet?: boolean;
}

/** What transitions depend on. `until`: by when its holder has to pay or to accept, where there is such a time. */
export function ticketFacts(
  instance: ListedInstance,
  now: number,
  until: string | null = null,
  {
    isDeliberate = false,
    isHolderClosed = false,
    isInstanceBack = false,
    isPrerequisiteUnmet = false,
  }: GivenFacts = {},
): TicketFacts {
  const isPublished = instance.status === 'published' && instance.isEventActive;
  return {
    seatsLeft: instance.capacity - instance.taken,
    seatsForStaff: instance.capacity + (isDeliberate ? instance.overbookLimit : 0) - instance.taken,
    isWaitlistOpen: instance.waitlistOn && (instance.waitlistMax === null || instance.waiting < instance.waitlistMax),
    isFree: instance.feeCents === 0,
    isSignupOpen: isPublished && now >= instance.opensAt && now < instance.closesAt,
    isAhead: isPublished && now < instance.startsAt,
    hasBegun: now >= instance.startsAt,
    isDoorOpen: (isPublished || instance.status === 'done') && now >= doorsOpenAt(instance),
    areWalkInsAllowed: instance.walkInsAllowed,
    isOverdue: until !== null && Date.parse(until) <= now,
    isInstanceCancelled: instance.status === 'cancelled',
    isInstanceBack,
    isHolderClosed,
    isPrerequisiteUnmet,
  };
}

export function doorsOpenAt({ startsAt }: Pick<OpenInstance, 'startsAt'>): number {
  return startsAt - DOORS_OPEN_BEFORE;
}

/** What the status does to the counts: [seats, people who wait]. */
export function seatCounts(seated: readonly TicketStatus[], status: TicketStatus | 'none'): [number, number] {
  return [status !== 'none' && seated.includes(status) ? 1 : 0, status === 'waitlisted' ? 1 : 0];
}
