import type { FastifyRequest } from 'fastify';
import type { Signature, TapAnswer } from '../../../domain/calls/taps.ts';
import { problem, tooMany, type ProblemError } from '../../platform/problem.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { logEvent } from '../event-log/event-log.ts';
import { answerTap, answerUnknown } from './answer.ts';
import { identifyTap, type TapIdentity } from './identify.ts';
import { recordTap, repeatTap, saveTap, tapOfKey } from './record.ts';
import { requireStation, type Station } from './station.ts';
import { lockVisits } from './visits.ts';
import { signWaivers } from './sign-waivers.ts';
import { unsignedWaivers } from './waivers.ts';

export type TapServices = CommandServices & Needs<'limits'>;

/** More than people can tap at one reader. */
const TAPS: RateLimit = { name: 'taps', perClient: 300, seconds: 60 };
/** Trying out cards. Those of people do not count. */
const UNKNOWN: RateLimit = { name: 'unknown-taps', perClient: 10, seconds: 60 };
const ALARM: RateLimit = { name: 'unknown-taps-alarm', perClient: 1, seconds: 3_600 };
/** After a tap, in which its waivers can be signed. */
const SIGNING_MINUTES = 15;

export async function tapNow(
  services: TapServices,
  request: FastifyRequest,
  centerId: number,
  { key, text }: { key: string; text: string },
): Promise<TapAnswer> {
  const station = await requireStation(services, request, centerId);
  await requireWithin(services, station, TAPS);
  const person = await identifyTap(services, text);
  if (person.userId === null) return tapUnknown(services, station, key, person);
  const { userId, method } = person;
  const at = services.clock.now();
  const result = await services.engine.transaction((tx) =>
    recordTap(services, tx, station, { key, userId, method, at, isUnverified: false }),
  );
  return answerTap(services, station, result);
}

export async function requireWithin({ limits }: Needs<'limits'>, { client }: Station, limit: RateLimit): Promise<void> {
  const wait = await limits.use(limit, client);
  if (wait !== null) throw tooManyTaps(wait);
}

async function tapUnknown(
  services: TapServices,
  station: Station,
  key: string,
  { words, reason }: Extract<TapIdentity, { userId: null }>,
): Promise<TapAnswer> {
  const wait = await services.limits.use(UNKNOWN, station.client);
  if (wait !== null) {
    if ((await services.limits.use(ALARM, station.client)) === null) await reportGuessing(services, station);
    throw tooManyTaps(wait);
  }
  await recordUnknown(services, station, { key, at: services.clock.now(), isUnverified: false, reason });
  return answerUnknown(words);
}

export async function recordUnknown(
  services: CommandServices,
  station: Station,
  { reason, ...tap }: { key: string; at: number; isUnverified: boolean; reason: string },
): Promise<void> {
  await services.engine.transaction(async (tx) => {
    await lockVisits(tx, station, tap.key);
    if ((await tapOfKey(tx, station, tap.key)) !== null) return;
    await saveTap(services, tx, station, { ...tap, userId: null }, { outcome: 'unknown', reason, visitId: null });
  });
}

/** Signs waivers of the person who has just tapped, who can then enter. Repeatable: what is signed is not signed again. */
export async function signAtStation(
  services: TapServices,
  request: FastifyRequest,
  centerId: number,
  { key, signatures }: { key: string; signatures: readonly Signature[] },
): Promise<TapAnswer> {
  const station = await requireStation(services, request, centerId);
  await requireWithin(services, station, TAPS);
  const at = services.clock.now();
  const result = await services.engine.transaction(async (tx) => {
    const found = await tapOfKey(tx, station, key);
    if (found === null || found.userId === null || at - Date.parse(found.tappedAt) > SIGNING_MINUTES * 60_000)
      throw problem(409, 'taps.tap-again', 'Tap again', 'Too much time has passed. Tap your card again.');
    const { userId } = found;
    await lockVisits(tx, station, userId);
    const earlier = (await tapOfKey(tx, station, key)) ?? found;
    const ids = signatures.map(({ waiverTextId }) => waiverTextId);
    const open = new Set(await unsignedWaivers(tx, userId, ids, at));
    const unsigned = signatures.filter(({ waiverTextId }) => open.has(waiverTextId));
    await signWaivers(services, tx, station, { signatures: unsigned, userId, visitId: earlier.visitId });
    return repeatTap(services, tx, station, { earlier: { ...earlier, userId }, at });
  });
  return answerTap(services, station, result);
}

async function reportGuessing({ db }: Needs<'db'>, { actor }: Station): Promise<void> {
  await logEvent(db, 'warning', {
    message: 'Many unknown cards at a tap station',
    exception: 'No exception',
    location: actor.device ?? '',
  });
}

function tooManyTaps(seconds: number): ProblemError {
  const words = 'Too many unknown cards were read here. Wait a minute, or see the staff.';
  return tooMany('taps.too-many', 'Too many attempts', words, seconds);
}
