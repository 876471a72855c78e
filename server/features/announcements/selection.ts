import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { PEOPLE_PAGE, type Way } from '../../../domain/messages/announcements.ts';
import type { MessageEvent } from '../../../domain/messages/messages.ts';
import type { Model } from '../../../domain/declarations/model.ts';
import type { AnnouncementPreview, People, Selection } from '../../../domain/calls/announcements.ts';
import { ALWAYS, holds } from '../../../domain/declarations/condition.ts';
import { canAccess } from '../../declarations/permission.ts';
import type { Db, Tx } from '../../platform/database.ts';
import { ungranted } from '../../resources/refusals.ts';
import type { Sql } from '../../resources/condition-sql.ts';
import type { Needs, RowServices } from '../../services.ts';
import { categoryOf } from '../messages/notify.ts';

/** The event by which staff write to the people of a list. */
export function announcementEvent({ resources, messages }: Model, source: string): MessageEvent {
  const name = resources.get(source)?.config.recipientsEvent ?? 'announcement';
  const event = messages.events.get(name);
  if (event === undefined) throw new Error(`config/messages/events declares no "${name}"`);
  return event;
}

export function requireSender({ engine: { resolver } }: Needs<'engine'>, actor: Actor): void {
  if (!canAccess(resolver.access(actor, resolver.resource('announcements'), 'create')))
    throw ungranted(actor, 'You cannot write announcements.');
}

export function canRetract({ engine: { resolver } }: Needs<'engine'>, actor: Actor, announcement: object): boolean {
  const access = resolver.access(actor, resolver.resource('announcements'), 'create');
  return canAccess(access) && holds(access.rows, { ...announcement });
}

/**
 * SQL of the accounts that the selected rows lead to: of the rows that the caller may read, by the field that the list's `recipients`
 * names, as far as the caller may read it, and of the accounts that the caller may see.
 */
export function selectedPeople({ engine }: Needs<'engine'>, actor: Actor, { source, filter }: Selection): Sql {
  const { resolver } = engine;
  const { recipients } = resolver.resource(source).config;
  if (recipients === undefined) throw ungranted(actor, `No people can be chosen from ${source.slice(0, 60)}.`);
  const users = resolver.view(actor, resolver.resource('users'));
  if (!canAccess(users.access)) throw ungranted(actor, 'You do not have access to the recipients.');
  return sql`select "id", "displayName", "email", "active" from ${users.table}
    where ${users.where(ALWAYS)} and "id" in (${engine.valuesOf(actor, source, recipients, filter)})`;
}

/**
 * How each person is reached, and whether their mail is not sent because their address is suppressed; `u` has the
 * columns of `selectedPeople`.
 */
function deliverySql({ model }: Needs<'model'>, { source }: Selection): { way: Sql; fails: Sql; joined: Sql } {
  const event = announcementEvent(model, source);
  const { key, default: usual } = categoryOf(model, event);
  const given = sql`coalesce(c."delivery", ${usual})`;
  const chosen = event.isImmediate ? sql`case ${given} when 'digest' then 'mail' else ${given} end` : given;
  const fails = sql`(${chosen} in ('mail', 'digest') and x."id" is not null)`;
  return {
    way: sql`case when ${chosen} in ('mail', 'digest') and (u."email" is null or ${fails}) then 'portal' else ${chosen} end`,
    fails,
    joined: sql`left join "messageChoices" c on c."userId" = u."id" and c."category" = ${key}
      left join "suppressedAddresses" x on x."address" = lower(u."email")`,
  };
}

export async function preview(services: RowServices, actor: Actor, selection: Selection): Promise<AnnouncementPreview> {
  requireSender(services, actor);
  const { way, fails, joined } = deliverySql(services, selection);
  const people = selectedPeople(services, actor, selection);
  const { rows } = await sql<{ active: boolean; way: Way; count: number; unaddressed: number; failing: number }>`
    select u."active", ${way} as "way", count(*)::int as "count",
      (count(*) filter (where u."email" is null))::int as "unaddressed", (count(*) filter (where ${fails}))::int as "failing"
    from (${people}) u ${joined} group by 1, 2`.execute(services.db);
  const counted: AnnouncementPreview = {
    people: 0,
    ways: { mail: 0, digest: 0, portal: 0, none: 0 },
    unaddressed: 0,
    failing: 0,
    inactive: 0,
    isImmediate: announcementEvent(services.model, selection.source).isImmediate,
  };
  for (const row of rows) {
    if (!row.active) counted.inactive += row.count;
    else {
      counted.people += row.count;
      counted.ways[row.way] += row.count;
      counted.failing += row.failing;
      if (row.way === 'portal') counted.unaddressed += row.unaddressed;
    }
  }
  return counted;
}

export async function selectedAccounts(
  services: RowServices,
  actor: Actor,
  { q = '', start, ...selection }: Selection & { q?: string; start: number },
): Promise<People> {
  requireSender(services, actor);
  const { way, fails, joined } = deliverySql(services, selection);
  const { rows } = await sql<People['people'][number] & { total: number }>`
    select u."id", u."displayName" as "name", ${way} as "way", ${fails} as "addressFails", (count(*) over ())::int as "total"
    from (${selectedPeople(services, actor, selection)}) u ${joined}
    where u."active" and ${named(q)}
    order by u."displayName", u."id" limit ${PEOPLE_PAGE} offset ${start}`.execute(services.db);
  return { people: rows.map(({ total: _, ...person }) => person), total: rows[0]?.total ?? 0 };
}

export function named(q: string): Sql {
  const words = q.split(/\s+/).filter((word) => word !== '');
  if (words.length === 0) return sql`true`;
  return sql.join(
    words.map((word) => sql`u."displayName" ilike ${`%${word.replace(/[\\%_]/g, '\\$&')}%`}`),
    sql` and `,
  );
}

export async function keepRecipients(
  services: Needs<'engine'>,
  tx: Db | Tx,
  actor: Actor,
  announcementId: number,
  selection: Selection,
): Promise<number> {
  const { numAffectedRows } = await sql`
    insert into "announcementRecipients" ("announcementId", "userId")
    select ${announcementId}::bigint, u."id" from (${selectedPeople(services, actor, selection)}) u where u."active"
    order by u."id"`.execute(tx);
  return Number(numAffectedRows ?? 0);
}
