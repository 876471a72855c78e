import type { Tx } from '../../platform/database.ts';
import type { ReadServices } from '../../services.ts';
import { findBlock } from '../centers/blocks.ts';
import type { Center } from './station.ts';
import { isFull } from './visits.ts';
import { unsignedWaivers } from './waivers.ts';

/** For staff, in the list of taps. */
export const REASONS = {
  blocked: 'Blocked',
  waiver: 'A required waiver is not signed',
  full: 'The center is full',
} as const;

export interface Refusal {
  outcome: 'seeStaff' | 'refused';
  reason: (typeof REASONS)[keyof typeof REASONS];
}

/** Why the person cannot enter at `at`; null if they can. */
export async function arrivalRefusal(
  services: Pick<ReadServices, 'model'>,
  tx: Tx,
  center: Center,
  userId: number,
  at: number,
): Promise<Refusal | null> {
  if ((await findBlock(services, tx, { centerId: center.id, userId, at })) !== null)
    return { outcome: 'seeStaff', reason: REASONS.blocked };
  if ((await unsignedWaivers(tx, userId, center.waiverTextIds, at)).length > 0)
    return { outcome: 'refused', reason: REASONS.waiver };
  return (await isFull(tx, center)) ? { outcome: 'refused', reason: REASONS.full } : null;
}
