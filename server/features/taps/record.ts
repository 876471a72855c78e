import type { EventAtTap, TapOutcome } from '../../../domain/calls/taps.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices, RowServices } from '../../services.ts';
import { openKeyOf } from '../centers/visits.ts';
import { checkInOnArrival } from '../checkin/arrival-check-in.ts';
import { arrivalRefusal } from './arrival.ts';
import type { Station } from './station.ts';
import { planVisit, type VisitPlan } from './visit-plan.ts';
import { addVisit, closeVisit, extendVisit, lockVisits, visitsAround, type NewVisit } from './visits.ts';

export interface Tap {
  key: string;
  userId: number;
  method: NewVisit['method'];
  /** Epoch milliseconds. */
  at: number;
  /** Without a connection: the person has entered anyway. */
  isUnverified: boolean;
}

export interface RecordedTap {
  id: number;
  userId: number | null;
  outcome: TapOutcome;
  reason: string | null;
  visitId: number | null;
  tappedAt: string;
}

type Result = Pick<RecordedTap, 'outcome' | 'reason' | 'visitId'>;

export interface TapResult {
  tap: RecordedTap;
  event: EventAtTap | null;
}

/** Evaluates the tap of a person once for each key, with the person's event that is open at the moment. */
export async function recordTap(services: CommandServices, tx: Tx, station: Station, given: Tap): Promise<TapResult> {
  await lockVisits(tx, station, given.userId);
  const earlier = await tapOfKey(tx, station, given.key);
  const tap = earlier ?? (await saveTap(services, tx, station, given, await evaluateTap(services, tx, station, given)));
  return { tap, event: await eventAtTap(services, tx, station, tap) };
}

/** After a signature: a tap that was refused is evaluated again. */
export async function repeatTap(
  services: CommandServices,
  tx: Tx,
  station: Station,
  { earlier, at }: { earlier: RecordedTap & { userId: number }; at: number },
): Promise<TapResult> {
  const { id, userId, outcome } = earlier;
  if (outcome !== 'refused') return { tap: earlier, event: await eventAtTap(services, tx, station, earlier) };
  const result = await evaluateTap(services, tx, station, { userId, method: 'card', at, isUnverified: false });
  await services.engine.update(station.actor, 'taps', id, result, { tx, command: true });
  const tap = { ...earlier, ...result };
  return { tap, event: await eventAtTap(services, tx, station, tap) };
}

export async function tapOfKey(tx: Tx, { deviceId }: Station, key: string): Promise<RecordedTap | null> {
  const row = await tx
    .selectFrom('taps')
    .select(['id', 'userId', 'outcome', 'reason', 'visitId', 'tappedAt', 'deviceId'])
    .where('tapKey', '=', key)
    .executeTakeFirst();
  if (row === undefined) return null;
  const { deviceId: of, ...tap } = row;
  if (of !== deviceId) throw problem(409, 'taps.key-used', 'Already used', 'Another device has used this key.');
  return tap;
}

export async function saveTap(
  { engine }: RowServices,
  tx: Tx,
  { actor, center, deviceId }: Station,
  { key, at, userId, isUnverified }: Pick<Tap, 'key' | 'at' | 'isUnverified'> & { userId: number | null },
  result: Result,
): Promise<RecordedTap> {
  const tappedAt = new Date(at).toISOString();
  const values = { centerId: center.id, deviceId, tapKey: key, tappedAt, userId, isUnverified, ...result };
  const { id } = await engine.create(actor, 'taps', values, { tx, command: true });
  return { id, userId, tappedAt, ...result };
}

async function evaluateTap(
  services: CommandServices,
  tx: Tx,
  station: Station,
  given: Omit<Tap, 'key'>,
): Promise<Result> {
  const { userId, at, isUnverified } = given;
  const { last, next } = await visitsAround(tx, station.center.id, userId, at);
  const plan = planVisit(at, last, next);
  if (plan.kind !== 'arrive' && plan.kind !== 'arriveBefore') return applyPlan(services, tx, station, plan, at);
  const refusal = await arrivalRefusal(services, tx, station.center, userId, at);
  if (refusal !== null && !isUnverified) return { ...refusal, visitId: null };
  // Without a connection no one was stopped, and everyone inside must be on the list of people who are here.
  const openKey = plan.kind === 'arrive' ? openKeyOf(station.center.id, userId) : null;
  const visitId = await addVisit(services, tx, station, { userId, method: given.method, arrivedAt: at, openKey });
  return { ...(refusal ?? { outcome: 'arrived', reason: null }), visitId };
}

async function applyPlan(
  services: CommandServices,
  tx: Tx,
  station: Station,
  plan: Exclude<VisitPlan, { kind: 'arrive' | 'arriveBefore' }>,
  at: number,
): Promise<Result> {
  const visitId = plan.visit.id;
  if (plan.kind === 'depart') await closeVisit(services, tx, station, visitId, at);
  if (plan.kind === 'extend') await extendVisit(services, tx, station, visitId, at);
  const isDeparture = plan.kind === 'depart' || (plan.kind === 'repeat' && !plan.isArrival);
  return {
    outcome: isDeparture ? 'departed' : 'arrived',
    reason: plan.kind === 'repeat' ? 'Repeated tap' : null,
    visitId,
  };
}

async function eventAtTap(
  services: CommandServices,
  tx: Tx,
  { actor, center: { locationId } }: Station,
  { userId, outcome, tappedAt }: RecordedTap,
): Promise<EventAtTap | null> {
  if (outcome !== 'arrived' || userId === null || locationId === null) return null;
  return checkInOnArrival(services, tx, actor, { userId, locationId, at: Date.parse(tappedAt) });
}
