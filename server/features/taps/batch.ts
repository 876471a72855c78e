import type { FastifyRequest } from 'fastify';
import type { OfflineTap } from '../../../domain/calls/taps.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import { identifyTap } from './identify.ts';
import { recordTap } from './record.ts';
import { requireStation } from './station.ts';
import { recordUnknown, requireWithin, type TapServices } from './tap.ts';

const BATCHES: RateLimit = { name: 'tap-batches', perClient: 60, seconds: 60 };
/** What the way of a call takes is no error of a clock. In milliseconds. */
const WAY = 10_000;
/** What a station stored earlier counts as tapped then. In milliseconds. */
const OLDEST = 30 * 86_400_000;

/**
 * Evaluates taps that a station has stored without a connection, in their order and at their own times. Each is a transaction of its own
 * and recorded once: a repeated batch continues where the first one ended. The answer says nothing about cards, so that it helps no one to
 * guess them.
 */
export async function tapBatch(
  services: TapServices,
  request: FastifyRequest,
  centerId: number,
  { sentAt, taps }: { sentAt: string; taps: readonly OfflineTap[] },
): Promise<{ recorded: number }> {
  const station = await requireStation(services, request, centerId);
  await requireWithin(services, station, BATCHES);
  const now = services.clock.now();
  for (const { key, text, at: stated } of taps) {
    const at = correctedTime(Date.parse(stated), Date.parse(sentAt), now);
    const person = await identifyTap(services, text);
    if (person.userId === null) {
      await recordUnknown(services, station, { key, at, isUnverified: true, reason: person.reason });
      continue;
    }
    const { userId, method } = person;
    await services.engine.transaction((tx) =>
      recordTap(services, tx, station, { key, userId, method, at, isUnverified: true }),
    );
  }
  return { recorded: taps.length };
}

/** `sentAt` shows how far the clock of the device is off. No tap lies in the future. */
function correctedTime(at: number, sentAt: number, now: number): number {
  const error = Math.abs(now - sentAt) > WAY ? now - sentAt : 0;
  return Math.max(now - OLDEST, Math.min(now, at + error));
}
