import type { FastifyInstance } from 'fastify';
import { reportCalls } from '../../../domain/calls/reports.ts';
import { readListQuery } from '../../../domain/declarations/list-query.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { withBadRequest } from '../../resources/refusals.ts';
import { Reports } from '../../resources/reports.ts';
import type { Needs } from '../../services.ts';

async function registerReports(app: FastifyInstance, { db, engine }: Needs<'db' | 'engine'>): Promise<void> {
  const reports = new Reports(db, engine);
  addCalls(app, reportCalls, {
    'GET /api/reports/:name': ({ actor, params, query: { filter: text, ...request } }) => {
      const { filter } = withBadRequest(() => readListQuery({ filter: text }));
      return reports.run(actor, params.name, { ...request, filter });
    },
  });
}

export const reports: Feature = { name: 'reports', routes: registerReports };
