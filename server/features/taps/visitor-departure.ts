import type { FastifyRequest } from 'fastify';
import type { TapAnswer } from '../../../domain/calls/taps.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { CommandServices } from '../../services.ts';
import { saveTap, tapOfKey } from './record.ts';
import { requireStation, type Station } from './station.ts';
import { requireWithin, type TapServices } from './tap.ts';
import { closeVisit, lockVisits } from './visits.ts';

/** Of its own: names that people try out leave the arrivals of others alone. */
const DEPARTURES: RateLimit = { name: 'tap-visitor-departures', perClient: 30, seconds: 60 };

/** Ends the visit of a person without an account, who types the name of the visit. Once for each key. */
export async function signOutVisitor(
  services: TapServices,
  request: FastifyRequest,
  centerId: number,
  { key, name }: { key: string; name: string },
): Promise<TapAnswer> {
  const station = await requireStation(services, request, centerId);
  await requireWithin(services, station, DEPARTURES);
  const at = services.clock.now();
  await services.engine.transaction(async (tx) => {
    // Of the name: two people who leave under it together end one visit each.
    await lockVisits(tx, station, `visitor ${comparableName(name)}`);
    if ((await tapOfKey(tx, station, key)) !== null) return;
    const visitId = await lockOpenVisit(services, tx, station, name);
    if (visitId === null)
      throw problem(
        409,
        'taps.visitor-not-here',
        'Not signed out',
        'No visitor with this name is signed in. Ask at the front desk.',
      );
    await closeVisit(services, tx, station, visitId, at);
    const tap = { key, at, userId: null, isUnverified: false };
    await saveTap(services, tx, station, tap, { outcome: 'departed', reason: 'Visitor', visitId });
  });
  const words = 'You are signed out.';
  return { outcome: 'departed', words, firstName: null, machines: [], event: null, waivers: [] };
}

/** Of two visitors with the same name, the one who came first leaves: the station cannot tell them apart. */
async function lockOpenVisit(
  { engine }: CommandServices,
  tx: Tx,
  { center }: Station,
  name: string,
): Promise<number | null> {
  const open = await tx
    .selectFrom('visits')
    .select(['id', 'visitorName'])
    .where('centerId', '=', center.id)
    .where('userId', 'is', null)
    .where('departedAt', 'is', null)
    .orderBy('arrivedAt')
    .orderBy('id')
    .execute();
  const ids = open.filter((visit) => isSameName(visit.visitorName, name)).map(({ id }) => id);
  // The front desk, or the end of the hours, can have ended one since.
  const locked = new Map((await engine.lock(tx, 'visits', ids)).map((visit) => [visit.id, visit]));
  return ids.find((id) => locked.get(id)?.departedAt === null) ?? null;
}

function isSameName(one: string | null, other: string): boolean {
  return one !== null && comparableName(one) === comparableName(other);
}

function comparableName(name: string): string {
  return name.normalize('NFKC').toLowerCase().replaceAll(/\s+/g, ' ').trim();
}
