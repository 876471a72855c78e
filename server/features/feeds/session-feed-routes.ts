import type { FastifyInstance } from 'fastify';
import { sessionFeedCalls } from '../../../domain/calls/sign-up.ts';
import type { SessionFilter } from '../../../domain/sessions/session-filter.ts';
import { asCalendar, calendarFile, feedHost } from '../../platform/calendar-file.ts';
import { prepared } from '../../platform/database.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { sessionRow } from '../sessions/listing/public-session.ts';
import { matching } from '../sessions/listing/session-condition.ts';
import { CHANGED_AT, sessionFeedEntries } from '../sessions/listing/session-entries.ts';
import { filterOf } from '../sessions/listing/session-query.ts';
import { upcoming } from '../sessions/listing/upcoming.ts';
import type { Viewer } from '../sessions/visibility.ts';
import { PRIVATE_FEEDS, PUBLIC_FEEDS, refuseFeeds, sendPrivateFeed } from './feed-answers.ts';
import { deleteOwnFeed, feedOfToken, makeOwnFeed, noSuchFeed, ownFeedOf, tokenIn } from './feed-store.ts';
import { ownFeed } from './own-feed.ts';

const DAY = 86_400_000;
/** What a feed holds, so that it stays small enough for every program. */
const AHEAD = 400 * DAY;
const MOST = 2000;

/** The upcoming sessions that a filter chooses as an iCalendar feed. `origin` is the site's, for the links to their pages. */
async function upcomingFeed(
  services: CommandServices,
  viewer: Viewer,
  filter: SessionFilter,
  origin: string,
): Promise<{ name: string; text: string }> {
  const { db, clock, settings } = services;
  const rows = await prepared(
    db,
    upcoming(services, viewer)
      .select(CHANGED_AT.as('changedAt'))
      .where(matching(services, filter))
      .where('i.startsAt', '<', new Date(clock.now() + AHEAD).toISOString())
      .orderBy('i.startsAt')
      .orderBy('i.id')
      .limit(MOST),
  );
  const sessions = rows.map((row) => ({ ...sessionRow(services, row), changedAt: Date.parse(row.changedAt) }));
  const name = feedName(
    filter,
    sessions.map(({ session }) => session),
  );
  const entries = sessions.flatMap(({ changedAt, ...one }) => {
    const { title, summary } = one.session;
    return sessionFeedEntries(one, origin, { title, description: summary, changedAt, status: 'confirmed' });
  });
  return { name, text: calendarFile(name, feedHost(settings.publicUrl), entries) };
}

function feedName(
  { eventId, categoryId, locationId, q }: SessionFilter,
  [first]: readonly { title: string; category: { name: string } | null; place: string }[],
): string {
  const parts = [
    eventId !== null ? first?.title : categoryId !== null ? first?.category?.name : null,
    locationId !== null ? first?.place : null,
    q === '' ? null : q,
  ].filter((part) => part != null && part !== '');
  return ['Upcoming events', ...parts].join(', ');
}

/** iCalendar feeds: of what a filter chooses for everyone, and of one's own tickets by an address with a token. */
export function registerSessionFeeds(app: FastifyInstance, services: CommandServices & Needs<'limits'>): void {
  const origin = (): string => siteOrigin(services.settings, app.server.address());

  addCalls(app, sessionFeedCalls, {
    'GET /api/events/sessions/upcoming.ics': {
      onRequest: refuseFeeds(services, PUBLIC_FEEDS),
      handle: async ({ actor, query, reply }) => {
        const { name, text } = await upcomingFeed(services, actor, filterOf(query), origin());
        return asCalendar(reply, name).send(text);
      },
    },
    'GET /api/events/feed': ({ actor }) => ownFeedOf(services, actor),
    'POST /api/events/feed': async ({ actor, reply }) => {
      reply.header('cache-control', 'no-store');
      const token = await makeOwnFeed(services, actor, 'My events');
      return { path: `/api/events/feed/${token}.ics` };
    },
    'DELETE /api/events/feed': ({ actor }) => deleteOwnFeed(services, actor),
    'GET /api/events/feed/:file': {
      onRequest: refuseFeeds(services, PRIVATE_FEEDS),
      config: { secretPath: true },
      handle: async ({ request, reply, params }) => {
        const { userId, title } = await feedOfToken(services.db, tokenIn(params.file), 'own');
        const actor = await actorOfAccount(services, userId, request.ip);
        if (!actor) throw noSuchFeed();
        return sendPrivateFeed(request, reply, title, await ownFeed(services, actor, origin()));
      },
    },
  });
}
