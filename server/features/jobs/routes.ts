import type { FastifyInstance } from 'fastify';
import { JOB_ACTIONS, JOB_STATES, QUEUE_ACTIONS, type JobDetail } from '../../../domain/operations/jobs.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import { forbidden } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { actOnJob, actOnQueue, noSuchJob } from './act.ts';
import { jobHistory } from './history.ts';
import { findJob, listJobs, type JobQuestion } from './job-rows.ts';
import { jobOverview } from './overview.ts';

const queue = { type: 'string', pattern: '^[\\w.-]{1,100}$', description: 'The name of the queue' };
const id = { type: 'string', format: 'uuid' };
const ofQueue = { type: 'object', required: ['queue'], properties: { queue } };
const ofJob = { type: 'object', required: ['queue', 'id'], properties: { queue, id } };
const question = {
  type: 'object',
  additionalProperties: false,
  required: ['state'],
  properties: {
    state: { enum: [...JOB_STATES] },
    queue,
    after: { type: 'string', maxLength: 60, description: '`next` of the page before' },
  },
};

const SUMMARIES = { retry: 'Retries', cancel: 'Cancels', 'send-again': 'Sends again' };

/**
 * Background jobs, for administrators alone. /api/jobs itself is the address of the page, which these routes below it feed. The data of
 * a job may hold anything, so that no answer has more of it than its keys.
 */
export async function registerJobs(app: FastifyInstance, services: Services): Promise<void> {
  app.addHook('onRequest', async ({ actor }) => {
    if (!isUnlimited(actor)) throw forbidden('Only administrators see and change what runs in the background.');
  });

  app.get('/api/jobs/overview', { schema: { summary: 'Jobs: queues with their counts, and schedules' } }, () =>
    jobOverview(services),
  );

  app.get<{ Querystring: JobQuestion }>(
    '/api/jobs/list',
    { schema: { querystring: question, summary: 'Jobs in one state, newest first' } },
    ({ query }) => listJobs(services, query),
  );

  app.get('/api/jobs/history', { schema: { summary: 'Jobs: who did what to them' } }, () => jobHistory(services.db));

  app.get<{ Params: { queue: string; id: string } }>(
    '/api/jobs/:queue/:id',
    { schema: { params: ofJob, summary: 'One job, and who did what to it' } },
    async ({ params }): Promise<JobDetail> => {
      const job = await findJob(services.db, services.clock, params.queue, params.id);
      if (!job) throw noSuchJob();
      return { ...job, history: await jobHistory(services.db, job.id) };
    },
  );

  for (const action of JOB_ACTIONS)
    app.post<{ Params: { queue: string; id: string } }>(
      `/api/jobs/:queue/:id/${action}`,
      { schema: { params: ofJob, summary: `${SUMMARIES[action]} a job` } },
      ({ actor, params }) => actOnJob(services, actor, { ...params, action }),
    );

  for (const action of QUEUE_ACTIONS)
    app.post<{ Params: { queue: string } }>(
      `/api/jobs/:queue/${action}`,
      {
        schema: {
          params: ofQueue,
          summary: `${SUMMARIES[action]} all ${action === 'retry' ? 'failed jobs' : 'dead letters'} of a queue`,
        },
      },
      ({ actor, params }) => actOnQueue(services, actor, { ...params, action }),
    );
}
