import { sql } from 'kysely';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { NOW, type Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs, RowServices } from '../../services.ts';
import { findBlock } from './blocks.ts';

/** A person has one open visit at a center. `who`: an account or a visitor. */
export function openKeyOf(centerId: number, who: number | string): string {
  return `${centerId}:${who}`;
}

export interface Arrival {
  centerId: number;
  userId: number | null;
  visitorName: string | null;
  hostName: string | null;
  purpose: string | null;
}

/** Signs in a person at the front desk. 409 for people who are here already, or blocked. */
export async function recordArrival(
  services: RowServices,
  tx: Tx,
  actor: Actor,
  { centerId, userId, ...arrival }: Arrival,
): Promise<void> {
  if (userId !== null) {
    const block = await findBlock(services, tx, { centerId, userId, at: services.clock.now() });
    if (block !== null)
      throw notSignedIn(`This person is blocked at this center${block.reason === null ? '' : `: ${block.reason}`}.`);
    const openKey = openKeyOf(centerId, userId);
    const open = await tx.selectFrom('visits').select('id').where('openKey', '=', openKey).executeTakeFirst();
    if (open !== undefined) throw notSignedIn('This person is here already.');
  }
  const values = {
    ...{ centerId, userId, ...arrival, method: 'staff' as const },
    arrivedAt: services.clock.instant(),
  };
  await services.engine.create(actor, 'visits', values, { tx, command: true });
}

function notSignedIn(detail: string) {
  return problem(409, 'centers.not-signed-in', 'Not signed in', detail);
}

/** How many people were at the center at each of these instants (epoch milliseconds). */
export async function crowdAt(
  { db }: Needs<'db'>,
  centerId: number,
  instants: readonly number[],
): Promise<{ at: number; people: number; hasVisits: boolean }[]> {
  const { rows } = await sql<{ people: number; hasVisits: boolean }>`
    select (select count(*)::int from "visits" v where v."centerId" = ${centerId}
        and v."arrivedAt" <= i."at" and v."arrivedAt" > i."at" - interval '2 days'
        and coalesce(v."departedAt", ${NOW}) > i."at") as "people",
      exists (select 1 from "visits" v where v."centerId" = ${centerId} and v."arrivedAt" <= i."at") as "hasVisits"
    from unnest(${instants.map((at) => new Date(at).toISOString())}::timestamptz[]) with ordinality i("at", "order")
    order by i."order"`.execute(db);
  return rows.map((row, index) => ({ at: instants[index] ?? 0, ...row }));
}
