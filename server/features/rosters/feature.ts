import type { FastifyInstance } from 'fastify';
import { rosterCalls } from '../../../domain/calls/classes.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { CommandServices } from '../../services.ts';
import { importRoster, planRoster } from './import.ts';
import { addRosterRules } from './link.ts';

async function registerRosters(app: FastifyInstance, services: CommandServices): Promise<void> {
  addCalls(app, rosterCalls, {
    'POST /api/rosters/:classId/plan': ({ actor, params, body }) => planRoster(services, actor, params.classId, body),
    'POST /api/rosters/:classId/import': ({ actor, params, body }) =>
      importRoster(services, actor, params.classId, body),
  });
}

export const rosters: Feature = { name: 'rosters', checks: addRosterRules, routes: registerRosters };
