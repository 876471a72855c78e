import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { OUTCOMES, PEOPLE_PAGE, type Outcome, type RecipientFilter } from '../../../domain/messages/announcements.ts';
import type { Delivery, Recipients } from '../../../domain/calls/announcements.ts';
import { ALWAYS } from '../../../domain/declarations/condition.ts';
import { canAccess } from '../../declarations/permission.ts';
import type { Sql } from '../../resources/condition-sql.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs, RowServices } from '../../services.ts';
import { canRetract, named } from './selection.ts';

function recipientsOf(): Sql {
  return sql`"announcementRecipients" r
    left join "messages" t on t."about" = 'announcements' and t."aboutId" = r."announcementId"
    left join "messageRecipients" s on s."messageId" = t."id" and s."userId" = r."userId"
    left join "mails" m on m."messageId" = t."id" and m."userId" = r."userId"`;
}

const OUTCOME = sql<Outcome>`case
  when r."delivery" is null then 'waiting'
  when r."delivery" in ('none', 'left') then r."delivery"
  when m."state" is null or m."state" = 'cancelled' then 'portal'
  when m."state" = 'sent' then 'mailed'
  when m."state" = 'digest' then 'daily'
  when m."state" in ('queued', 'sending', 'deferred') then 'mailWaiting'
  else 'mailFailed' end`;

export async function deliveryOf(services: RowServices, actor: Actor, id: number): Promise<Delivery> {
  const { engine, db, clock } = services;
  const row = await engine.get(actor, 'announcements', id);
  const { subject, html, state, source, filter, senderId, createdAt, dueAt, sentAt, people } = row;
  if (state == null || subject == null || createdAt == null || dueAt == null)
    throw problem(403, 'announcements.hidden', 'No access', 'You do not have access to this announcement.');
  const sender = await db
    .selectFrom('users')
    .select('displayName')
    .where('id', '=', senderId ?? 0)
    .executeTakeFirst();
  const { rows } = await sql<{ outcome: Outcome; count: number; read: number }>`
    select ${OUTCOME} as "outcome", count(*)::int as "count", (count(s."readAt"))::int as "read"
    from ${recipientsOf()} where r."announcementId" = ${id} group by 1`.execute(db);
  const count = (outcome: Outcome): number => rows.find((row) => row.outcome === outcome)?.count ?? 0;
  return {
    id,
    subject,
    html: html ?? '',
    state,
    source: source ?? '',
    filter: (filter ?? {}) as Record<string, unknown>,
    sender: sender?.displayName ?? null,
    createdAt,
    undoFor: state === 'waiting' ? Math.max(0, Date.parse(dueAt) - clock.now()) : 0,
    canTakeBack: canRetract(services, actor, row),
    sentAt: sentAt ?? null,
    people: people ?? 0,
    read: rows.reduce((sum, { read }) => sum + read, 0),
    outcomes: Object.fromEntries(OUTCOMES.map((outcome) => [outcome, count(outcome)])) as Record<Outcome, number>,
  };
}

export async function listRecipients(
  { engine, db }: Needs<'db' | 'engine'>,
  actor: Actor,
  id: number,
  { show, q, start }: { show: RecipientFilter; q: string; start: number },
): Promise<Recipients> {
  await engine.get(actor, 'announcements', id);
  const users = engine.resolver.view(actor, engine.resolver.resource('users'));
  const visible = canAccess(users.access) ? users.where(ALWAYS) : sql`false`;
  const { rows } = await sql<Recipients['recipients'][number] & { total: number }>`
    select r."userId" as "id", u."displayName" as "name", ${OUTCOME} as "outcome", s."readAt",
      case when ${OUTCOME} = 'mailFailed' then m."lastAnswer" end as "answer", (count(*) over ())::int as "total"
    from ${recipientsOf()}
    left join (select "id", "displayName" from "users" where ${visible}) u on u."id" = r."userId"
    where r."announcementId" = ${id} and ${recipientCondition(show)} and ${named(q)}
    order by u."displayName" nulls last, r."userId" limit ${PEOPLE_PAGE} offset ${start}`.execute(db);
  return { recipients: rows.map(({ total: _, ...recipient }) => recipient), total: rows[0]?.total ?? 0 };
}

function recipientCondition(show: RecipientFilter): Sql {
  if (show === 'all') return sql`true`;
  if (show === 'read') return sql`s."readAt" is not null`;
  if (show === 'unread') return sql`s."id" is not null and s."readAt" is null`;
  return sql`${OUTCOME} = ${show}`;
}
