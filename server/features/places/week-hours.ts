import { sql } from 'kysely';
import type { ContentCard } from '../../../domain/calls/pages.ts';
import type { WeekHours } from '../../../domain/calls/places.ts';
import { cardAnchors, HOME_PAGE, pageAddress } from '../../../domain/content/content.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { addDays, sundayOf } from '../../../domain/hours/hours.ts';
import { columnRefs, PREPARED } from '../../platform/database.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Needs, RowServices } from '../../services.ts';
import { placeClock, placeFor } from '../sessions/location.ts';
import { effectiveDays } from './location-calendar.ts';

const PAGE = columnRefs('pages', 'p');
const CARD = columnRefs('cards', 'c');

interface PageWithLocationCard {
  name: string;
  cardId: number;
  cards: Pick<ContentCard, 'id' | 'title'>[];
}

/** The address of the card with the location's opening hours: on the home page, else on the oldest page that has one. */
async function hoursAddress({ db }: Needs<'db'>, locationId: number): Promise<string | null> {
  const {
    rows: [found],
  } = await sql<PageWithLocationCard>`${PREPARED}select ${PAGE.name}, ${CARD.id} as "cardId",
      (select jsonb_agg(jsonb_build_object('id', "id", 'title', "title") order by "order", "id") from "cards" where "pageId" = ${PAGE.id}) as "cards"
    from "cards" c join "pages" p on ${PAGE.id} = ${CARD.pageId} and ${PAGE.published} and ${PAGE.deletedAt} is null
    where ${CARD.type} = 'LocationCard' and ${CARD.data} @> ${JSON.stringify({ id: locationId, mode: 'hours' })}::jsonb
      and ${PAGE.type} in ('Card', 'About Me')
    order by ${PAGE.name} <> ${HOME_PAGE}, ${PAGE.id}, ${CARD.order}, ${CARD.id} limit 1`.execute(db);
  return found ? `${pageAddress(found.name)}#${cardAnchors(found.cards).get(found.cardId) ?? ''}` : null;
}

const MINUTE = 60_000;
const WEEK = 7;
/** How many days ahead the next opening is searched. */
const AHEAD = 60;

/** The hours of the week that contains the date `week`, by default the current one; `now` is for tests. */
export async function weekHours(
  services: RowServices,
  actor: Actor,
  id: number | string,
  { week, now = services.clock.date() }: { week?: string | undefined; now?: Date } = {},
): Promise<WeekHours> {
  const place = await placeFor(services, actor, id);
  const { hours } = place;
  const today = localDate(now.getTime(), place.timezone);
  const asOf = Math.floor(now.getTime() / MINUTE) * MINUTE;
  const sunday = sundayOf(week ?? today);
  const span = { from: sunday, to: addDays(sunday, WEEK + AHEAD - 1) };
  const all = hours ? await effectiveDays(services, place, span) : null;
  return {
    locationId: place.id,
    displayName: place.displayName,
    buildingCode: place.buildingCode,
    room: place.room,
    timezone: place.timezone,
    clock: placeClock(place, now),
    asOf,
    today,
    hoursAt: hours ? await hoursAddress(services, place.id) : null,
    weekends: hours?.weekends ?? false,
    days: all?.slice(0, WEEK) ?? null,
    next: all?.find(({ date, opens }) => opens !== null && date >= addDays(sunday, WEEK)) ?? null,
  };
}
