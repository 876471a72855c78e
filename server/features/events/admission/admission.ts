import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../../domain/actor.ts';
import type { Tx } from '../../../platform/database.ts';
import { isEventStaff, isListed } from '../../places/listed.ts';
import type { OpenInstance } from '../tickets/instance.ts';

/** Who looks at a session or signs up for it. */
export interface Caller {
  actor: Actor;
  /** They hold a link to it that works. */
  isInvited?: boolean;
}

/** SQL: the session `i` of the event `e` opens for the caller: they may see it, hold a link, or have or had a ticket. */
export function opensFor({ actor, isInvited = false }: Caller): RawBuilder<boolean> {
  if (isInvited || isEventStaff(actor)) return sql<boolean>`true`;
  const hasTicket =
    actor.id === null
      ? sql`false`
      : sql`exists (select 1 from "tickets" t where t."instanceId" = i."id" and t."userId" = ${actor.id})`;
  return sql<boolean>`(${isListed(outsideKiosks(actor))} or ${hasTicket})`;
}

/** Those who see the session or hold a link to it, by the ids of their accounts: a former ticket does not let them in again. */
export async function admittedOf(
  tx: Tx,
  instance: OpenInstance,
  people: readonly (Caller & { userId: number })[],
): Promise<Set<number>> {
  const admitted = new Set<number>();
  for (const { userId, ...caller } of people) if (await isAdmitted(tx, instance, caller)) admitted.add(userId);
  return admitted;
}

export async function isAdmitted(
  db: Tx | Parameters<typeof seesRow>[0],
  instance: OpenInstance,
  { actor, isInvited }: Caller,
): Promise<boolean> {
  if (isInvited === true || isEventStaff(actor)) return true;
  // A draft is nobody's to find: neither may its sign-up say that it exists.
  if (instance.status === 'draft') return false;
  return !instance.isLimited || seesRow(db, instance.id, actor);
}

async function seesRow(db: Pick<Tx, 'selectFrom'>, id: number, actor: Actor): Promise<boolean> {
  const row = await db
    .selectFrom('instances as i')
    .innerJoin('events as e', 'e.id', 'i.eventId')
    .select('i.id')
    .where('i.id', '=', id)
    .where(isListed(outsideKiosks(actor)))
    .executeTakeFirst();
  return row !== undefined;
}

/** What is not shown in kiosks can be opened there by who knows it. */
function outsideKiosks(actor: Actor): Actor {
  return { ...actor, isKiosk: false };
}
