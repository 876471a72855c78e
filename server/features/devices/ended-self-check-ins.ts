import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { transaction } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { isSelfCheckInOver } from '../accounts/device-store.ts';
import { revokeDevice } from '../accounts/paired-devices.ts';

/** Revokes browsers that no one has taken out of self check-in, so that the list of devices shows them as what they are. */
export async function revokeEndedSelfCheckIns(services: CommandServices): Promise<void> {
  const ended = await services.db
    .selectFrom('devices as d')
    .innerJoin('instances as i', 'i.id', 'd.instanceId')
    .select('d.id')
    .where('d.revokedAt', 'is', null)
    .where(({ ref }) => isSelfCheckInOver(ref('i.endsAt')))
    .orderBy('d.id')
    .execute();
  for (const { id } of ended) await transaction(services.db, (tx) => revokeDevice(services, tx, SYSTEM, id));
}
