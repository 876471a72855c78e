import type { FastifyInstance } from 'fastify';
import { tapCalls } from '../../../domain/calls/taps.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { Services } from '../../services.ts';
import { tapBatch } from './batch.ts';
import { stationState } from './station.ts';
import { signAtStation, tapNow } from './tap.ts';
import { signOutVisitor } from './visitor-departure.ts';
import { admitVisitor } from './visitors.ts';
import { addWaiverTextRules } from './waivers.ts';

async function registerTaps(app: FastifyInstance, services: Services): Promise<void> {
  addCalls(app, tapCalls, {
    'GET /api/centers/:centerId/station': ({ request, params }) => stationState(services, request, params.centerId),
    'POST /api/centers/:centerId/taps': ({ request, params, body }) => tapNow(services, request, params.centerId, body),
    'POST /api/centers/:centerId/taps/batch': ({ request, params, body }) =>
      tapBatch(services, request, params.centerId, body),
    'POST /api/centers/:centerId/waivers': ({ request, params, body }) =>
      signAtStation(services, request, params.centerId, body),
    'POST /api/centers/:centerId/visitors': ({ request, params, body }) =>
      admitVisitor(services, request, params.centerId, body),
    'POST /api/centers/:centerId/visitors/departures': ({ request, params, body }) =>
      signOutVisitor(services, request, params.centerId, body),
  });
}

export const taps: Feature = { name: 'taps', checks: addWaiverTextRules, routes: registerTaps };
