import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';
import { takeLock } from '../../platform/locks.ts';
import type { RowServices } from '../../services.ts';
import type { Station } from './station.ts';
import type { PlannedVisit } from './visit-plan.ts';

export interface NewVisit {
  userId: number | null;
  method: 'card' | 'code' | 'visitor';
  arrivedAt: number;
  /** Of an open visit; null for one that is over. */
  openKey: string | null;
  visitorName?: string;
  hostName?: string;
  purpose?: string;
}

/** Visits of a center with a capacity open one after another, otherwise those of one person. `who`: an account or a visitor. */
export function lockVisits(tx: Tx, { center: { id, capacity } }: Station, who: number | string): Promise<void> {
  return takeLock(tx, 'center', capacity === null ? `${id} ${who}` : `${id}`);
}

/** The id of a new visit. One without a key is over: it ended when it began, as far as is known. */
export async function addVisit(
  { engine }: RowServices,
  tx: Tx,
  { actor, center, deviceId }: Station,
  { arrivedAt, openKey, ...visit }: NewVisit,
): Promise<number> {
  const at = new Date(arrivedAt).toISOString();
  const end = openKey === null ? { departedAt: at, isAutoClosed: true } : {};
  const values = { centerId: center.id, deviceId, arrivedAt: at, openKey, ...end, ...visit };
  return (await engine.create(actor, 'visits', values, { tx, command: true })).id;
}

export async function closeVisit(
  { engine }: RowServices,
  tx: Tx,
  { actor }: Station,
  id: number,
  at: number,
): Promise<void> {
  const values = { departedAt: new Date(at).toISOString(), isAutoClosed: false, openKey: null };
  await engine.update(actor, 'visits', id, values, { tx, command: true });
}

/** The visit began earlier. */
export async function extendVisit(
  { engine }: RowServices,
  tx: Tx,
  { actor }: Station,
  id: number,
  at: number,
): Promise<void> {
  const values = { arrivedAt: new Date(at).toISOString() };
  await engine.update(actor, 'visits', id, values, { tx, command: true });
}

/** The person's last visit here that began by `at`, and the first one that began later. */
export async function visitsAround(
  tx: Tx,
  centerId: number,
  userId: number,
  at: number,
): Promise<{ last: PlannedVisit | null; next: PlannedVisit | null }> {
  const instant = new Date(at).toISOString();
  const visits = () =>
    tx
      .selectFrom('visits')
      .select(['id', 'arrivedAt', 'departedAt', 'isAutoClosed'])
      .where('centerId', '=', centerId)
      .where('userId', '=', userId)
      .limit(1);
  const rows = await visits()
    .where('arrivedAt', '<=', instant)
    .orderBy('arrivedAt', 'desc')
    .orderBy('id', 'desc')
    .unionAll(sql`(${visits().where('arrivedAt', '>', instant).orderBy('arrivedAt').orderBy('id')})` as never)
    .execute();
  const planned = rows.map(({ id, arrivedAt, departedAt, isAutoClosed }) => ({
    id,
    arrivedAt: Date.parse(arrivedAt),
    departedAt: departedAt === null ? null : Date.parse(departedAt),
    isAutoClosed: isAutoClosed === true,
  }));
  return {
    last: planned.find(({ arrivedAt }) => arrivedAt <= at) ?? null,
    next: planned.find(({ arrivedAt }) => arrivedAt > at) ?? null,
  };
}

export async function isFull(tx: Tx, { id, capacity }: Station['center']): Promise<boolean> {
  if (capacity === null) return false;
  const { count } = await tx
    .selectFrom('visits')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('centerId', '=', id)
    .where('departedAt', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count) >= capacity;
}
