import { sql } from 'kysely';
import type { Feature } from '../../feature.ts';
import { deleteExpired } from '../../platform/expired-rows.ts';
import type { CommandServices } from '../../services.ts';
import { registerEventLog } from './routes.ts';

async function clearEventLog(services: CommandServices): Promise<void> {
  const days = services.systemSettings.value('retention.eventLog');
  await deleteExpired(services, { table: 'eventLog', since: 'createdAt', days });
  await deleteExpired(services, {
    table: 'eventKinds',
    since: 'lastAt',
    days,
    only: sql<boolean>`not exists (select 1 from "eventLog" e where e."kindId" = "row"."id")`,
  });
}

export const eventLog: Feature = { name: 'event-log', routes: registerEventLog, housekeeping: clearEventLog };
