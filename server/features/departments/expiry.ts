import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import type { CommandServices } from '../../services.ts';
import { notifyOfDecision } from './decision-notice.ts';

/** Requests that were not decided in time, and approvals that were not used. */
export async function expireRequests(services: CommandServices): Promise<void> {
  const { db, engine, clock } = services;
  const over = await db
    .selectFrom('departmentCharges')
    .select('id')
    .where('state', 'in', ['requested', 'approved'])
    .where('expiresAt', '<=', clock.instant())
    .orderBy('id')
    .execute();
  await forEachSettled(over, ({ id }) =>
    engine.transaction(async (tx) => {
      const [charge] = await engine.lock(tx, 'departmentCharges', [id]);
      if (charge?.state !== 'requested' && charge?.state !== 'approved') return;
      // Requested again in the meantime.
      if (charge.expiresAt == null || Date.parse(charge.expiresAt) > clock.now()) return;
      await engine.update(SYSTEM, 'departmentCharges', id, { state: 'expired' }, { tx, command: true });
      await notifyOfDecision(services, tx, charge, { audience: 'expired', reason: null });
    }),
  );
}
