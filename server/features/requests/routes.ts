import type { FastifyInstance } from 'fastify';
import { isCapable } from '../../../domain/declarations/capabilities.ts';
import { readListQuery } from '../../../domain/declarations/list-query.ts';
import type {
  Assign,
  ChangeStatus,
  ChangeStatuses,
  SaveDraft,
  Resubmit,
  Submit,
} from '../../../domain/request-calls.ts';
import { sendCsv } from '../../resources/csv.ts';
import { exportOptions } from '../../resources/export-options.ts';
import { withBadRequest } from '../../resources/refusals.ts';
import { setTotal } from '../../resources/send-page.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import { assign } from './assign.ts';
import {
  assignBody,
  detailQuery,
  draftBody,
  draftQuery,
  exportQuery,
  formIdParams,
  idParams,
  listQuery,
  openFormQuery,
  resubmitBody,
  statusBody,
  statusesBody,
  submitBody,
  transitionsQuery,
} from './call-schemas.ts';
import { registerConversation } from './conversation-routes.ts';
import { changeStatuses, transitionsFor } from './change-status.ts';
import { submissionDetail } from './detail.ts';
import { discardDraft, saveDraft, readDraft } from './drafts.ts';
import { exportSubmissions } from './export.ts';
import { openForm } from './open-form.ts';
import { staffMembers } from './people.ts';
import { staffOnly } from './refusals.ts';
import { sameAccount } from './same-account.ts';
import { resubmit, submit } from './submit.ts';
import { summaries } from './summaries.ts';
import { loadWorkflow } from './workflow-file.ts';

interface ById {
  Params: { id: string };
}
interface OfForm {
  Params: { formId: string };
  Querystring: { submission?: string };
}

/** The API of domain/request-calls.ts. */
export async function registerRequests(app: FastifyInstance, services: Services): Promise<void> {
  registerForm(app, services);
  registerSubmissions(app, services);
  registerProcessing(app, services);
  registerConversation(app, services, loadWorkflow(services));
}

function registerForm(app: FastifyInstance, services: Services): void {
  app.get<{ Querystring: { form: string; group?: string; submission?: string } }>(
    '/api/requests/form',
    { schema: { querystring: openFormQuery } },
    ({ actor, query: { form, group, submission } }) =>
      openForm(services, actor, { form, group, submission: submission === undefined ? undefined : Number(submission) }),
  );

  const draftSchema = { params: formIdParams, querystring: draftQuery };
  app.get<OfForm>('/api/requests/drafts/:formId', { schema: draftSchema }, async (request, reply) => {
    const draft = await readDraft(services.db, accountOf(request.actor), draftKey(request));
    return draft ?? reply.code(204).send();
  });
  app.put<OfForm & { Body: SaveDraft }>(
    '/api/requests/drafts/:formId',
    { schema: { ...draftSchema, body: draftBody }, preHandler: sameAccount },
    (request) => saveDraft(services, request.actor, draftKey(request), request.body),
  );
  app.delete<OfForm>(
    '/api/requests/drafts/:formId',
    { schema: draftSchema, preHandler: sameAccount },
    async (request, reply) => {
      await discardDraft(services, request.actor, draftKey(request));
      return reply.code(204).send();
    },
  );
}

function draftKey({ params, query }: { params: { formId: string }; query: { submission?: string } }) {
  return { formId: Number(params.formId), submissionId: Number(query.submission ?? 0) };
}

function registerSubmissions(app: FastifyInstance, services: Services): void {
  const workflow = loadWorkflow(services);
  app.post<{ Body: Submit }>(
    '/api/requests/submissions',
    { schema: { body: submitBody }, preHandler: sameAccount },
    async (request, reply) => {
      const key = request.headers['idempotency-key'];
      const id = await submit(
        services,
        workflow,
        request.actor,
        request.body,
        typeof key === 'string' ? key : undefined,
      );
      return reply.code(201).send(await submissionDetail(services, workflow, request.actor, id));
    },
  );
  app.post<ById & { Body: Resubmit }>(
    '/api/requests/submissions/:id/resubmit',
    { schema: { params: idParams, body: resubmitBody }, preHandler: sameAccount },
    async ({ actor, params, body }) => {
      await resubmit(services, workflow, actor, Number(params.id), body);
      return submissionDetail(services, workflow, actor, Number(params.id));
    },
  );
  app.get<{ Querystring: Record<string, unknown> }>(
    '/api/requests/submissions',
    { schema: { querystring: listQuery } },
    async (request, reply) => {
      const query = withBadRequest(() => readListQuery(request.query));
      const page = await services.engine.list(request.actor, 'submissions', query);
      setTotal(reply, 'submissions', page);
      return summaries(services.db, page.rows);
    },
  );
  app.get<{ Querystring: Record<string, unknown> }>(
    '/api/requests/submissions/export',
    { schema: { querystring: exportQuery } },
    async ({ actor, query }, reply) => {
      const list = withBadRequest(() => readListQuery(query));
      const { exported, answers } = await exportSubmissions(services, actor, list, exportOptions(query));
      return sendCsv(reply, 'requests', exported, answers);
    },
  );
  app.get<ById & { Querystring: { role?: string } }>(
    '/api/requests/submissions/:id',
    { schema: { params: idParams, querystring: detailQuery } },
    ({ actor, params, query }) => submissionDetail(services, workflow, actor, Number(params.id), query.role),
  );
}

function registerProcessing(app: FastifyInstance, services: Services): void {
  const workflow = loadWorkflow(services);
  app.post<ById & { Body: ChangeStatus }>(
    '/api/requests/submissions/:id/status',
    { schema: { params: idParams, body: statusBody } },
    async ({ actor, params, body: { from, ...change } }) => {
      const id = Number(params.id);
      await changeStatuses(services, workflow, actor, { items: [{ id, from }], ...change });
      return submissionDetail(services, workflow, actor, id);
    },
  );
  app.post<{ Body: ChangeStatuses }>(
    '/api/requests/submissions/status',
    { schema: { body: statusesBody } },
    async ({ actor, body }) => ({ changed: await changeStatuses(services, workflow, actor, body) }),
  );
  app.post<{ Body: Assign }>(
    '/api/requests/submissions/assign',
    { schema: { body: assignBody } },
    async ({ actor, body }) => ({ changed: await assign(services, actor, body) }),
  );
  app.get<{ Querystring: { ids: string } }>(
    '/api/requests/transitions',
    { schema: { querystring: transitionsQuery } },
    async ({ actor, query }) => ({
      transitions: await transitionsFor(services, workflow, actor, query.ids.split(',').map(Number)),
    }),
  );
  app.get('/api/requests/staff', async ({ actor }) => {
    if (!isCapable(actor, 'processRequests')) throw staffOnly();
    return staffMembers(services, services.db);
  });
}
