import { sql } from 'kysely';
import { columnRefs, NOW, transaction, type Tx } from '../../platform/database.ts';
import type { CommandServices } from '../../services.ts';
import { notify } from '../messages/notify.ts';
import { recipientsWith } from '../messages/recipients-by-role.ts';
import { isOpenAt } from '../places/open-now.ts';

interface SilentDevice {
  id: number;
  name: string;
  center: string;
  locationId: number | null;
  lastSeenAt: string;
}

const DEVICE = columnRefs('devices', 'd');

/** SQL: the device `d` has not been seen for its time, which no one has been notified of. */
const IS_SILENT = sql<boolean>`(${DEVICE.revokedAt} is null
  and ${DEVICE.lastSeenAt} < ${NOW} - make_interval(mins => ${DEVICE.silenceMinutes}::int)
  and (${DEVICE.silenceNoticedAt} is null or ${DEVICE.silenceNoticedAt} < ${DEVICE.lastSeenAt}))`;

/** Notifies administrators once of each device that has not been seen for its time while its center is open. */
export async function reportSilence(services: CommandServices): Promise<void> {
  const silent = await silentDevices(services);
  for (const device of silent) {
    if (device.locationId !== null && !(await isOpenAt(services, device.locationId, services.clock.now()))) continue;
    await transaction(services.db, (tx) => report(services, tx, device));
  }
}

function silentDevices({ db }: CommandServices): Promise<SilentDevice[]> {
  return db
    .selectFrom('devices as d')
    .innerJoin('centers as c', 'c.id', 'd.centerId')
    .select(['d.id', 'd.name', 'c.name as center', 'c.locationId', 'd.lastSeenAt'])
    .$narrowType<{ lastSeenAt: string }>()
    .where('c.active', '=', true)
    .where(IS_SILENT)
    .orderBy('d.id')
    .execute();
}

async function report(
  services: CommandServices,
  tx: Tx,
  { id, name, center, lastSeenAt }: SilentDevice,
): Promise<void> {
  // By the same condition, not by the instant, which is more precise in the database: it can have been seen or reported since.
  const updated = await tx
    .updateTable('devices as d')
    .set({ silenceNoticedAt: NOW })
    .where('d.id', '=', id)
    .where(IS_SILENT)
    .executeTakeFirst();
  if (updated.numUpdatedRows === 0n) return;
  const path = `/centers/devices/${id}`;
  await notify(services, tx, {
    event: 'deviceSilent',
    audience: 'staff',
    recipients: await recipientsWith(services, tx, 'everything'),
    about: { resource: 'devices', id, title: name, path },
    values: { device: { text: name, path }, center, lastSeenAt },
  });
}
