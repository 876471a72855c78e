import { sql, type RawBuilder } from 'kysely';
import { isCapable } from '../../../domain/declarations/capabilities.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Db } from '../../platform/database.ts';
import { isListed, seeingSession } from '../sessions/visibility.ts';
import type { OpenInstance } from '../sessions/instance.ts';

export interface Caller {
  actor: Actor;
  /** A valid link to the session. */
  isInvited?: boolean;
}

/**
 * SQL: the session `i` of the event `e` opens for the caller: they can see it, hold a link, or have or had a ticket.
 */
export function visibleTo({ actor, isInvited = false }: Caller): RawBuilder<boolean> {
  if (isInvited || isCapable(actor, 'processEvents')) return sql<boolean>`true`;
  const hasTicket =
    actor.id === null
      ? sql`false`
      : sql`exists (select 1 from "tickets" t where t."instanceId" = i."id" and t."userId" = ${actor.id})`;
  return sql<boolean>`(${isListed(outsideKiosks(actor))} or ${hasTicket})`;
}

/** People who can see the session or hold a link to it. A former ticket does not admit again. */
export async function findAdmitted(
  tx: Db,
  instance: OpenInstance,
  people: readonly (Caller & { userId: number })[],
): Promise<Set<number>> {
  const isExempt = ({ actor, isInvited }: Caller) => isInvited === true || isCapable(actor, 'processEvents');
  const exempt = people.filter(isExempt);
  // A draft must not be found by anyone else, so its sign-up does not reveal it either.
  const others = instance.status === 'draft' ? [] : people.filter((person) => !isExempt(person));
  const viewers = instance.isLimited ? others.map(({ actor }) => outsideKiosks(actor)) : [];
  const seeing = await seeingSession(tx, instance.id, viewers);
  const admitted = others.filter((_, index) => !instance.isLimited || seeing[index] === true);
  return new Set([...exempt, ...admitted].map(({ userId }) => userId));
}

export async function isAdmitted(db: Db, instance: OpenInstance, caller: Caller): Promise<boolean> {
  const people = [{ ...caller, userId: 0 }];
  return (await findAdmitted(db, instance, people)).has(0);
}

/** Their own address opens sessions that kiosks hide. */
function outsideKiosks(actor: Actor): Actor {
  return { ...actor, isKiosk: false };
}
