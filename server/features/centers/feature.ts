import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { centerCalls } from '../../../domain/calls/centers.ts';
import type { Feature } from '../../feature.ts';
import { deleteExpired } from '../../platform/expired-rows.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { CommandServices } from '../../services.ts';
import { closeForgottenVisits } from './auto-close.ts';
import { endBlocks } from './blocks.ts';
import { addCenterRules } from './center-rules.ts';
import { peopleHere } from './here.ts';
import { centerChoices, centerView } from './view.ts';
import { addVisitCommands } from './visit-commands.ts';

async function registerCenters(app: FastifyInstance, services: CommandServices): Promise<void> {
  addCalls(app, centerCalls, {
    'GET /api/centers/views': () => centerChoices(services),
    'GET /api/centers/:id/view': ({ params }) => centerView(services, params.id),
    'GET /api/centerVisits/here': ({ actor }) => peopleHere(services, actor),
  });
}

/** Deletes visits, taps, duties and signatures by the ages of the settings. */
async function clearVisits(services: CommandServices): Promise<void> {
  const { systemSettings } = services;
  await deleteExpired(services, { table: 'taps', since: 'tappedAt', days: systemSettings.value('retention.taps') });
  await deleteExpired(services, { table: 'duties', since: 'endsAt', days: systemSettings.value('retention.duties') });
  await deleteExpired(services, {
    table: 'visits',
    since: 'arrivedAt',
    days: systemSettings.value('retention.visits'),
    only: sql<boolean>`"row"."departedAt" is not null`,
  });
  await deleteExpired(services, {
    table: 'signedWaivers',
    since: 'signedAt',
    days: systemSettings.value('retention.signedWaivers'),
    only: sql<boolean>`("row"."expiresAt" is null or "row"."expiresAt" < atrium_now())`,
  });
}

async function everyFiveMinutes(services: CommandServices): Promise<void> {
  await closeForgottenVisits(services);
  await endBlocks(services);
}

export const centers: Feature = {
  name: 'centers',
  checks: addCenterRules,
  commands: addVisitCommands,
  routes: registerCenters,
  schedules: [{ name: 'centers.close-visits', cron: '*/5 * * * *', run: everyFiveMinutes }],
  catchUp: everyFiveMinutes,
  housekeeping: clearVisits,
};
