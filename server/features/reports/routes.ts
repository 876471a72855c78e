import type { FastifyInstance } from 'fastify';
import { readListQuery } from '../../../domain/declarations/list-query.ts';
import type { ReportQuery } from '../../../domain/declarations/reports.ts';
import { withBadRequest } from '../../resources/refusals.ts';
import { Reports } from '../../resources/reports.ts';
import type { Services } from '../../services.ts';

const DAY = { type: 'string', pattern: '^\\d{4}-\\d{2}-\\d{2}$' };
const QUERY = {
  type: 'object',
  additionalProperties: false,
  required: ['by'],
  properties: {
    by: { type: 'string', maxLength: 40, description: 'The dimension' },
    from: { ...DAY, description: 'First day' },
    to: { ...DAY, description: 'Last day' },
    filter: { type: 'string', maxLength: 4000, description: 'As the filter of a list' },
  },
};
const NAME = { type: 'object', properties: { name: { type: 'string', maxLength: 60 } } };

/** The figures of declared reports. */
export async function registerReports(app: FastifyInstance, { db, engine }: Services): Promise<void> {
  const reports = new Reports(db, engine);
  app.get<{ Params: { name: string }; Querystring: ReportQuery }>(
    '/api/reports/:name',
    { schema: { params: NAME, querystring: QUERY, summary: 'Figures of the groups of a report' } },
    ({ actor, params, query: { filter: text, ...request } }) => {
      const { filter } = withBadRequest(() => readListQuery({ filter: text }));
      return reports.run(actor, params.name, { ...request, filter });
    },
  );
}
