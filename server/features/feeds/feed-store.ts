import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { NewStaffFeed, StaffFeed } from '../../../domain/calls/links.ts';
import type { OwnFeed } from '../../../domain/calls/tickets.ts';
import { NOW, type Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs, RowServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { placeFor } from '../sessions/location.ts';

const MOST_FEEDS = 20;
const TOKEN_BYTES = 16;
const TOKEN_PATTERN = /^[A-Za-z0-9_-]{22}$/;
const COLUMNS = ['id', 'title', 'locationId', 'createdAt', 'lastReadAt'] as const;

export async function feedsOf({ db }: Needs<'db'>, actor: Actor): Promise<StaffFeed[]> {
  return db
    .selectFrom('calendarFeeds')
    .select(COLUMNS)
    .where('userId', '=', requireAccountId(actor))
    .where('kind', '=', 'staff')
    .orderBy('id', 'desc')
    .execute();
}

/**
 * Creates a feed of one place or of all and returns its address, only once. Refused to people who cannot see the
 * staff's calendar.
 */
export async function makeFeed(services: RowServices, actor: Actor, locationId: number | null): Promise<NewStaffFeed> {
  const userId = requireAccountId(actor);
  if (!canSeeStaffCalendar(services, actor))
    throw problem(403, 'feeds.forbidden', 'Not allowed', 'You do not have access to the staff calendar.');
  const title = locationId === null ? 'All locations' : (await placeFor(services, actor, locationId)).displayName;
  const token = newToken();
  const feed = await services.engine.transaction(async (tx) => {
    await services.engine.lock(tx, 'users', [userId]);
    const { count } = await tx
      .selectFrom('calendarFeeds')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('userId', '=', userId)
      .where('kind', '=', 'staff')
      .executeTakeFirstOrThrow();
    if (Number(count) >= MOST_FEEDS)
      throw problem(409, 'feeds.too-many', 'Too many feeds', `You have ${MOST_FEEDS} feeds. Delete one first.`);
    return tx
      .insertInto('calendarFeeds')
      .values({ kind: 'staff', tokenHash: hashToken(token), userId, title, locationId })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
  });
  return { ...feed, path: `/api/feeds/${token}.ics` };
}

export async function deleteFeed({ db }: Needs<'db'>, actor: Actor, id: number): Promise<void> {
  const deleted = await db
    .deleteFrom('calendarFeeds')
    .where('id', '=', id)
    .where('userId', '=', requireAccountId(actor))
    .where('kind', '=', 'staff')
    .returning('id')
    .executeTakeFirst();
  if (!deleted) throw noSuchFeed();
}

export async function ownFeedOf({ db }: Needs<'db'>, actor: Actor): Promise<OwnFeed> {
  const feed = await db
    .selectFrom('calendarFeeds')
    .select(['createdAt', 'lastReadAt'])
    .where('userId', '=', requireAccountId(actor))
    .where('kind', '=', 'own')
    .executeTakeFirst();
  return { feed: feed ?? null };
}

/** Replaces an earlier one, and returns its token, only once. */
export async function makeOwnFeed({ engine }: Needs<'engine'>, actor: Actor, title: string): Promise<string> {
  const userId = requireAccountId(actor);
  const token = newToken();
  await engine.transaction(async (tx) => {
    await engine.lock(tx, 'users', [userId]);
    await tx.deleteFrom('calendarFeeds').where('userId', '=', userId).where('kind', '=', 'own').execute();
    await tx
      .insertInto('calendarFeeds')
      .values({ kind: 'own', tokenHash: hashToken(token), userId, title })
      .execute();
  });
  return token;
}

export async function deleteOwnFeed({ db }: Needs<'db'>, actor: Actor): Promise<void> {
  await db
    .deleteFrom('calendarFeeds')
    .where('userId', '=', requireAccountId(actor))
    .where('kind', '=', 'own')
    .execute();
}

export async function feedOfToken(
  db: Db,
  token: string,
  kind: 'staff' | 'own',
): Promise<StaffFeed & { userId: number }> {
  const feed = TOKEN_PATTERN.test(token)
    ? await db
        .updateTable('calendarFeeds')
        .set({ lastReadAt: NOW })
        .where('tokenHash', '=', hashToken(token))
        .where('kind', '=', kind)
        .returning([...COLUMNS, 'userId'])
        .executeTakeFirst()
    : undefined;
  if (!feed) throw noSuchFeed();
  return feed;
}

/** Whether the account may read sessions and blocks, which is what feeds of staff consist of. */
export function canSeeStaffCalendar({ engine: { resolver } }: Needs<'engine'>, actor: Actor): boolean {
  return ['instances', 'blocks'].every((name) => resolver.canRead(actor, resolver.resource(name)));
}

export function noSuchFeed() {
  return problem(404, 'feeds.no-such-feed', 'Not found', 'This feed does not exist.');
}

export function tokenIn(file: string): string {
  const [, name] = /^([A-Za-z0-9_-]{1,40})\.ics$/.exec(file) ?? [];
  if (name === undefined) throw noSuchFeed();
  return name;
}

function newToken(): string {
  return randomBytes(TOKEN_BYTES).toString('base64url');
}

function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}
