import { sql, type RawBuilder } from 'kysely';
import type { Message, Thread, Threads } from '../../../domain/calls/messages.ts';
import { readThreadKey, threadKey, type Box } from '../../../domain/messages/threads.ts';
import { htmlText } from '../../../domain/html/html-text.ts';
import { writeHtml } from '../../../domain/html/html-tree.ts';
import type { AuthorKind, MessageKind } from '../../../domain/messages/messages.ts';
import { PREPARED } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs, ReadServices } from '../../services.ts';
import { messageFor } from './mail-content.ts';
import { isSuppressed } from './suppressed.ts';

const PAGE = 30;
const MOST_MESSAGES = 200;
const EXCERPT = 160;

export interface ThreadsQuery {
  box: Box;
  /** Words that one of its messages contains. */
  q?: string | undefined;
  /** Id of a message: threads whose newest is older. */
  before?: number | undefined;
}

interface ThreadRow {
  about: string | null;
  aboutId: number | null;
  aboutTitle: string | null;
  aboutPath: string | null;
  newest: number;
  at: string;
  subject: string;
  html: string;
  written: string | null;
  authorName: string | null;
  count: number;
  unread: number;
  isArchived: boolean;
}

export async function listThreads(services: ReadServices, userId: number, query: ThreadsQuery): Promise<Threads> {
  const { box, q, before } = query;
  const having: Record<Box, RawBuilder<boolean>> = {
    all: sql`not bool_and(r."archivedAt" is not null)`,
    unread: sql`count(*) filter (where r."readAt" is null and r."archivedAt" is null) > 0`,
    archived: sql`bool_and(r."archivedAt" is not null)`,
  };
  const matching = q === undefined || q.trim() === '' ? sql`true` : sql`bool_or(${contains(q)})`;
  const older = before === undefined ? sql`true` : sql`max(m."id") < ${before}`;
  const { rows } = await sql<ThreadRow>`
    select t.*, n."createdAt" as "at", n."subject", n."html", n."written", n."authorName", n."aboutTitle", n."aboutPath"
    from (
      select m."about", m."aboutId", max(m."id") as "newest", count(*)::int as "count",
        (count(*) filter (where r."readAt" is null))::int as "unread", bool_and(r."archivedAt" is not null) as "isArchived"
      from "messageRecipients" r join "messages" m on m."id" = r."messageId"
      where r."userId" = ${userId}
      group by m."about", m."aboutId"
      having ${having[box]} and ${matching} and ${older}
      order by max(m."id") desc limit ${PAGE + 1}) t
    join "messages" n on n."id" = t."newest"
    order by t."newest" desc`.execute(services.db);
  const shown = rows.slice(0, PAGE);
  const { name, address } = await threadReader(services, userId);
  return {
    ...(address !== null && (await isSuppressed(services.db, address)) ? { addressFails: true } : {}),
    threads: shown.map((row) => {
      const { subject, html } = messageFor(row, name, services.model.site.timezone);
      return {
        key: threadKey(row.about, row.aboutId),
        title: row.aboutTitle ?? subject,
        path: row.aboutPath,
        at: row.at,
        subject,
        excerpt: htmlText(row.written ?? html)
          .replace(/\s+/g, ' ')
          .slice(0, EXCERPT),
        from: row.authorName ?? services.model.site.productName,
        count: row.count,
        unread: row.unread,
        isArchived: row.isArchived,
      };
    }),
    next: rows.length > PAGE ? (shown.at(-1)?.newest ?? null) : null,
  };
}

/** Literal words: % and _ stand for themselves. Of the HTML only the visible text counts. */
function contains(words: string): RawBuilder<boolean> {
  const text = words.trim();
  const pattern = (of: string) => `%${of.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`m."subject" ilike ${pattern(text)} or m."aboutTitle" ilike ${pattern(text)} or m."authorName" ilike ${pattern(text)}
    or regexp_replace(concat(m."written", m."html"), '<[^>]*>', '', 'g') ilike ${pattern(writeHtml([text]))}`;
}

/** `before`: the id of a message; only what is older. */
export async function readThread(
  services: ReadServices,
  userId: number,
  key: string,
  before?: number,
): Promise<Thread> {
  const rows = await ofThread(services, userId, key)
    .innerJoin('messages as m', 'm.id', 'r.messageId')
    .select([
      'm.id',
      'm.createdAt as at',
      'm.subject',
      'm.html',
      'm.written',
      'm.kind',
      'm.authorKind',
      'm.authorId',
      'm.authorName',
    ])
    .select(['m.aboutTitle', 'm.aboutPath', 'r.readAt', 'r.archivedAt'])
    .$if(before !== undefined, (query) => query.where('m.id', '<', before ?? 0))
    .orderBy('m.id', 'desc')
    .limit(MOST_MESSAGES)
    .execute();
  const [newest] = rows;
  if (newest === undefined) throw problem(404, 'messages.no-thread', 'Not found', 'There are no such messages.');
  const { productName, timezone } = services.model.site;
  const { name } = await threadReader(services, userId);
  const messages = rows.toReversed().map((row): Message => {
    const { subject, html } = messageFor(row, name, timezone);
    return {
      id: row.id,
      at: row.at,
      subject,
      html: row.written ?? html,
      kind: row.kind as MessageKind,
      from: { kind: row.authorKind as AuthorKind, name: row.authorName ?? productName },
      isOwn: row.authorId === userId,
      isRead: row.readAt !== null,
    };
  });
  return {
    key,
    title: newest.aboutTitle ?? messages.at(-1)?.subject ?? '',
    path: newest.aboutPath,
    isArchived: rows.every(({ archivedAt }) => archivedAt !== null),
    messages,
    earlier: rows.length < MOST_MESSAGES ? 0 : await countBefore(services, userId, key, rows.at(-1)?.id ?? 0),
  };
}

async function countBefore(services: Needs<'db'>, userId: number, key: string, id: number): Promise<number> {
  const { count } = await ofThread(services, userId, key)
    .where('r.messageId', '<', id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Unread messages by person, without archived ones. The subquery around the list keeps one plan for lists of every
 * length.
 */
export async function unreadMessages({ db }: Needs<'db'>, userIds: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ userId: number; count: number }>`
    ${PREPARED}select "userId", (select count(*)::int from "messageRecipients" r
      where r."userId" = one."userId" and r."readAt" is null and r."archivedAt" is null) as "count"
    from unnest((select ${userIds}::bigint[])) as one("userId")`.execute(db);
  return new Map(rows.map(({ userId, count }) => [userId, count]));
}

export function ofThread({ db }: Needs<'db'>, userId: number, key: string) {
  const about = readThreadKey(key);
  return db
    .selectFrom('messageRecipients as r')
    .where('r.userId', '=', userId)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('messages as a')
          .select('a.id')
          .whereRef('a.id', '=', 'r.messageId')
          .$if(about === null, (query) => query.where('a.about', 'is', null))
          .$if(about === undefined, (query) => query.where(sql<boolean>`false`))
          .$if(about !== null && about !== undefined, (query) =>
            query.where('a.about', '=', about?.resource ?? '').where('a.aboutId', '=', about?.id ?? 0),
          ),
      ),
    );
}

async function threadReader({ db }: Needs<'db'>, userId: number): Promise<{ name: string; address: string | null }> {
  const row = await db.selectFrom('users').select(['displayName', 'email']).where('id', '=', userId).executeTakeFirst();
  return { name: row?.displayName ?? '', address: row?.email ?? null };
}
