import type { FastifyInstance } from 'fastify';
import { conversationCalls } from '../../../domain/calls/conversations.ts';
import { requestCalls } from '../../../domain/calls/requests.ts';
import { CORRECTED_HEADER } from '../../../domain/values/constants.ts';
import { readListQuery } from '../../../domain/declarations/list-query.ts';
import { addCalls, type Handlers } from '../../platform/http/add-calls.ts';
import { searchRecords } from '../../platform/search/records.ts';
import { sendCsv } from '../../resources/csv.ts';
import { exportOptions } from '../../resources/export-options.ts';
import { withBadRequest } from '../../resources/refusals.ts';
import { setTotal } from '../../resources/send-page.ts';
import type { CommandServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { answerMessage, sendMessage, withdrawMessage } from './conversation.ts';
import { submissionDetail } from './detail.ts';
import { discardDraft, readDraft, saveDraft } from './drafts.ts';
import { exportSubmissions } from './export.ts';
import { internalNotes, writeNote } from './notes.ts';
import { openForm } from './open-form.ts';
import { ownDrafts } from './own-drafts.ts';
import { searchedForms } from './searched-forms.ts';
import { searchedSubmissions } from './searched-submissions.ts';
import { sameAccount } from './same-account.ts';
import { customerFor, resubmit, resubmitEffect, submit } from './submit.ts';
import { summaries } from './summaries.ts';

function registerConversation(app: FastifyInstance, services: CommandServices): void {
  const preHandler = sameAccount;
  addCalls(app, conversationCalls, {
    'POST /api/requests/submissions/:id/messages': {
      preHandler,
      handle: async ({ actor, params: { id }, body, key }) => {
        await sendMessage({ services, actor, id, key }, body);
        return submissionDetail(services, actor, id);
      },
    },
    'POST /api/requests/submissions/:id/messages/:messageId/answer': {
      preHandler,
      handle: async ({ actor, params: { id, messageId }, body, key }) => {
        await answerMessage({ services, actor, id, key }, messageId, body);
        return submissionDetail(services, actor, id);
      },
    },
    'POST /api/requests/submissions/:id/messages/:messageId/withdraw': {
      preHandler,
      handle: async ({ actor, params: { id, messageId } }) => {
        await withdrawMessage({ services, actor, id }, messageId);
        return submissionDetail(services, actor, id);
      },
    },
    'GET /api/requests/submissions/:id/notes': ({ actor, params }) => internalNotes(services, actor, params.id),
    'POST /api/requests/submissions/:id/notes': {
      preHandler,
      handle: async ({ actor, params: { id }, body, key }) => {
        await writeNote(services, actor, id, body.text, key);
        return internalNotes(services, actor, id);
      },
    },
  });
}

const MOST_DRAFTS = 20;

const draftHandlers = (services: CommandServices) =>
  ({
    'GET /api/requests/drafts': ({ actor }) => ownDrafts(services, actor, MOST_DRAFTS),
    'GET /api/requests/drafts/:formId': async ({ actor, params, query }) =>
      (await readDraft(services.db, requireAccountId(actor), draftKey(params, query))) ?? undefined,
    'PUT /api/requests/drafts/:formId': {
      preHandler: sameAccount,
      handle: ({ actor, params, query, body }) => saveDraft(services, actor, draftKey(params, query), body),
    },
    'DELETE /api/requests/drafts/:formId': {
      preHandler: sameAccount,
      handle: ({ actor, params, query }) => discardDraft(services, actor, draftKey(params, query)),
    },
  }) satisfies Partial<Handlers<typeof requestCalls>>;

export async function registerRequests(app: FastifyInstance, services: CommandServices): Promise<void> {
  addCalls(app, requestCalls, {
    'GET /api/requests/form': ({ actor, query }) => openForm(services, actor, query),
    'GET /api/requests/forms/search': async ({ actor, query: { q } }) => {
      const records = await searchedForms(services, actor);
      const { response, ...how } = await searchRecords(records, q, records.length);
      return { ids: response.map(({ id }) => id), ...how };
    },
    'GET /api/requests/customer': async ({ actor, query }) => {
      await customerFor(services.db, actor, query.customer);
    },
    ...draftHandlers(services),
    'POST /api/requests/submissions': {
      preHandler: sameAccount,
      handle: async ({ actor, body, key }) => {
        const id = await submit(services, actor, body, key);
        return submissionDetail(services, actor, id);
      },
    },
    'POST /api/requests/submissions/:id/resubmit': {
      preHandler: sameAccount,
      handle: async ({ actor, params: { id }, body }) => {
        await resubmit(services, actor, id, body);
        return submissionDetail(services, actor, id);
      },
    },
    'POST /api/requests/submissions/:id/resubmit/effect': {
      preHandler: sameAccount,
      handle: ({ actor, params: { id }, body }) => resubmitEffect(services, actor, id, body),
    },
    'GET /api/requests/submissions': async ({ actor, query, reply }) => {
      const list = withBadRequest(() => readListQuery(query));
      const { page, corrected } = await searchedSubmissions(services, actor, list);
      if (corrected !== undefined) reply.header(CORRECTED_HEADER, encodeURIComponent(corrected));
      setTotal(reply, 'submissions', page);
      return summaries(services.db, page.rows);
    },
    'GET /api/requests/submissions/export': async ({ actor, query, reply }) => {
      const list = withBadRequest(() => readListQuery(query));
      const { exported, answers } = await exportSubmissions(services, actor, list, exportOptions(query));
      return sendCsv(reply, 'requests', exported, answers);
    },
    'GET /api/requests/submissions/:id': ({ actor, params, query }) =>
      submissionDetail(services, actor, params.id, query.role),
  });
  registerConversation(app, services);
}

function draftKey({ formId }: { formId: number }, { submission = 0 }: { submission?: number }) {
  return { formId, submissionId: submission };
}
