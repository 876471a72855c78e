import type { FastifyRequest } from 'fastify';
import type { Signature, TapAnswer } from '../../../domain/calls/taps.ts';
import { problem } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { openKeyOf } from '../centers/visits.ts';
import { fullMessage } from './answer.ts';
import { REASONS } from './arrival.ts';
import { saveTap, tapOfKey } from './record.ts';
import { requireStation } from './station.ts';
import { requireWithin, type TapServices } from './tap.ts';
import { addVisit, isFull, lockVisits } from './visits.ts';
import { signWaivers } from './sign-waivers.ts';
import { waiversToSign } from './waivers.ts';

const VISITORS: RateLimit = { name: 'tap-visitors', perClient: 30, seconds: 60 };

export interface GivenVisitor {
  key: string;
  name: string;
  purpose: string;
  hostName: string;
  signatures: readonly Signature[];
}

/** The visit of a person without an account, who has signed what the center requires. */
export async function admitVisitor(
  services: TapServices,
  request: FastifyRequest,
  centerId: number,
  { key, name, purpose, hostName, signatures }: GivenVisitor,
): Promise<TapAnswer> {
  const station = await requireStation(services, request, centerId);
  const { center } = station;
  await requireWithin(services, station, VISITORS);
  const at = services.clock.now();
  const isAdmitted = await services.engine.transaction(async (tx) => {
    await lockVisits(tx, station, key);
    const earlier = await tapOfKey(tx, station, key);
    if (earlier !== null) return earlier.outcome === 'arrived';
    const tap = { key, at, userId: null, isUnverified: false };
    if (await isFull(tx, center)) {
      await saveTap(services, tx, station, tap, { outcome: 'refused', reason: REASONS.full, visitId: null });
      return false;
    }
    const signed = new Set(signatures.map(({ waiverTextId }) => waiverTextId));
    const required = await waiversToSign(tx, center.waiverTextIds, []);
    if (required.some(({ id }) => !signed.has(id)))
      throw problem(409, 'taps.waiver-needed', 'Not signed', 'Sign the waivers before you go in.');
    const visit = { userId: null, method: 'visitor', visitorName: name.trim(), hostName: hostName.trim() } as const;
    const openKey = openKeyOf(center.id, key);
    const given = { ...visit, purpose: purpose.trim(), arrivedAt: at, openKey };
    const visitId = await addVisit(services, tx, station, given);
    const ofCenter = signatures.filter(({ waiverTextId }) => required.some(({ id }) => id === waiverTextId));
    await signWaivers(services, tx, station, { signatures: ofCenter, userId: null, visitId });
    await saveTap(services, tx, station, tap, { outcome: 'arrived', reason: 'Visitor', visitId });
    return true;
  });
  const words = isAdmitted ? 'You are signed in.' : fullMessage(station);
  const outcome = isAdmitted ? 'arrived' : 'refused';
  return { outcome, words, firstName: null, machines: [], event: null, waivers: [] };
}
