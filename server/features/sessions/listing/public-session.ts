import { sql } from 'kysely';
import type { Location } from '../../../../domain/generated/resources.ts';
import type { PublicDate, PublicSession } from '../../../../domain/calls/sessions.ts';
import type { SignupState } from '../../../../domain/sessions/signup.ts';
import type { Db } from '../../../platform/database.ts';
import { localText } from '../../../platform/zone-years.ts';
import type { Needs } from '../../../services.ts';
import { placeText } from './public-entries.ts';
import { ticketFacts, listedInstanceOf, type ListedInstance } from '../instance.ts';

/** An instance with what everyone may know of it. */
export interface SessionRow {
  instance: ListedInstance;
  session: PublicSession;
}

type Rows = Awaited<ReturnType<ReturnType<typeof sessionRows>['execute']>>;

/** Ticket holders see the place also if visitors do not. */
export type Reader = 'visitor' | 'holder';

/**
 * Instances with their events, the categories and places that the reader may see, to be filtered and ordered. Events that are inactive or
 * deleted are no one's to see.
 */
export function sessionRows(db: Db, reader: Reader = 'visitor') {
  return db
    .selectFrom('instances as i')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .leftJoin('eventSeries as s', (join) => join.onRef('s.id', '=', 'i.seriesId').on('s.isBookedAsWhole', '=', true))
    .leftJoin('categories as c', (join) => join.onRef('c.id', '=', 'e.categoryId').on('c.active', '=', true))
    .leftJoin('locations as l', (join) =>
      join
        .onRef('l.id', '=', 'i.locationId')
        .$call((at) => (reader === 'holder' ? at : at.on('l.active', '=', true).on('l.isPublic', '=', true))),
    )
    .select(['i.id', 'i.eventId', 'i.status', 'i.startsAt', 'i.endsAt', 'i.dates', 'i.calendarSequence'])
    .select(['i.signupOpensAt', 'i.signupClosesAt', 'i.capacity', 'i.confirmed', 'i.waiting'])
    .select(['i.walkInsAllowed', 'i.locationNote'])
    .select(['e.title', 'e.summary', 'e.active', 'e.signupOpensDays', 'e.signupClosesHours'])
    .select([
      'e.cancelDeadlineHours',
      'e.refundDeadlineHours',
      'e.waitlistOn',
      'e.formId',
      'e.asksWishes',
      'e.minimumAge',
    ])
    .select(sql<boolean>`coalesce("e"."liabilityText", '') <> ''`.as('hasTermsToAccept'))
    .select(sql<boolean>`coalesce("i"."joinUrl", '') <> ''`.as('isOnline'))
    .select(['e.waitlistMax', 'e.feeCents', 'e.offerHours'])
    .select(['e.noShowLimit', 'e.lateCancelLimit', 'e.limitDays', 'e.blockDays', 'e.oneSeatPerPerson'])
    .select(({ fn }) => fn.coalesce('i.overbookLimit', 'e.overbookLimit').as('overbookLimit'))
    .select(['i.seriesId', 's.id as wholeSeriesId'])
    .select(['c.id as categoryId', 'c.name as categoryName', 'c.color'])
    .select('i.locationId as ownLocationId')
    .select(['l.id as locationId', 'l.displayName', 'l.buildingCode', 'l.room', 'l.timezone'])
    .select(({ selectFrom }) =>
      selectFrom('locations as z').select('z.timezone').whereRef('z.id', '=', 'i.locationId').as('placeTimezone'),
    )
    .select(({ exists, selectFrom }) =>
      exists(selectFrom('prerequisites as p').select('p.id').whereRef('p.eventId', '=', 'e.id')).as('hasPrerequisites'),
    )
    .select(placesOfDates(reader).as('datePlaces'))
    .where('e.active', '=', true)
    .where('e.deletedAt', 'is', null);
}

type DatePlace = Pick<Location, 'displayName' | 'buildingCode' | 'room'> & { timezone: string | null };

/** By id, the places of the dates that the reader may see. */
function placesOfDates(reader: Reader) {
  const isSeen = reader === 'holder' ? sql`true` : sql`p."active" and p."isPublic"`;
  return sql<Record<string, DatePlace> | null>`case when "i"."dates" is not null then (
    select jsonb_object_agg(p."id", jsonb_build_object('displayName', p."displayName", 'buildingCode', p."buildingCode",
      'room', p."room", 'timezone', p."timezone"))
    from "locations" p where ${isSeen}
      and p."id" in (select (date ->> 'locationId')::bigint from jsonb_array_elements("i"."dates") date)) end`;
}

/** `isExact`: the place says where exactly, too. */
export function sessionRow({ clock, model }: Needs<'clock' | 'model'>, row: Rows[number], isExact = false): SessionRow {
  const instance = listedInstanceOf(
    { ...row, locationId: row.ownLocationId, deleted: false, place: row.displayName },
    model.site.timezone,
  );
  const timezone = row.timezone ?? model.site.timezone;
  const text = (instant: number): string => localText(instant, timezone);
  const { categoryId, categoryName, color, displayName, buildingCode, room } = row;
  const named =
    displayName === null ? '' : placeText({ displayName, buildingCode: buildingCode ?? '', room: room ?? '' });
  const exactly = row.locationNote ?? '';
  const place = isExact ? [named, exactly].filter(Boolean).join(', ') : named || exactly;
  return {
    instance,
    session: {
      id: row.id,
      eventId: row.eventId,
      title: row.title,
      summary: row.summary ?? '',
      category: categoryId === null ? null : { id: categoryId, name: categoryName ?? '', color },
      start: text(instance.startsAt),
      end: text(instance.endsAt),
      timezone,
      dates: row.dates?.length ? publicDates(row.datePlaces, instance, { place, timezone }, model.site.timezone) : [],
      place,
      isOnline: row.isOnline,
      capacity: instance.capacity,
      seatsLeft: Math.max(0, instance.capacity - instance.taken),
      waiting: instance.waiting,
      feeCents: instance.feeCents,
      state: signupState(instance, clock.now()),
      opensAt: text(instance.opensAt),
      closesAt: text(instance.closesAt),
      cancelUntil: text(instance.cancelUntil),
      hasPrerequisites: Boolean(row.hasPrerequisites),
      hasQuestions: instance.formId !== null,
      hasTerms: row.hasTermsToAccept,
      minimumAge: row.minimumAge,
      series: row.seriesId === null ? null : { id: row.seriesId, isBookedAsWhole: row.wholeSeriesId !== null },
    },
  };
}

/** A date at a place hidden from visitors has no place name. */
function publicDates(
  datePlaces: Rows[number]['datePlaces'],
  { spans }: ListedInstance,
  usual: Pick<PublicDate, 'place' | 'timezone'>,
  siteZone: string,
): PublicDate[] {
  return spans.map(({ startsAt, endsAt, locationId, note }) => {
    const elsewhere = datePlaces?.[locationId ?? 0];
    const place = locationId === null ? usual.place : elsewhere ? placeText(elsewhere) : '';
    const timezone = locationId === null ? usual.timezone : (elsewhere?.timezone ?? siteZone);
    return { start: localText(startsAt, timezone), end: localText(endsAt, timezone), timezone, place, note };
  });
}

export function signupState(instance: ListedInstance, now: number): SignupState {
  if (instance.status === 'cancelled') return 'cancelled';
  if (instance.status === 'done' || now >= instance.endsAt) return 'over';
  if (now >= instance.startsAt) return 'begun';
  if (now < instance.opensAt) return 'early';
  if (now >= instance.closesAt) return 'closed';
  const { seatsLeft, isWaitlistOpen } = ticketFacts(instance, now);
  if (seatsLeft > 0) return 'open';
  return isWaitlistOpen ? 'waitlist' : 'full';
}

/** Where someone could sign up now. */
export function isBookable({ session: { state } }: SessionRow): boolean {
  return state === 'open' || state === 'waitlist';
}
