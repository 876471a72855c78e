import type { Actor } from '../../../domain/declarations/actor.ts';
import type { AnswerMessage, SendMessage } from '../../../domain/calls/conversations.ts';
import type { MessageKind } from '../../../domain/messages/messages.ts';
import { DONE, openTransitions, transitionTo, type Workflow } from '../../../domain/requests/workflow.ts';
import { once } from '../../platform/idempotency.ts';
import { plainText } from '../../platform/plain-text.ts';
import type { Services } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { askOf, openAsks, closeQuestion } from './asks.ts';
import { transitionContext } from './change-status.ts';
import {
  applied,
  moved,
  returned,
  staffFor,
  store,
  notifyOtherSide,
  type ConversationContext,
} from './conversation-effects.ts';
import { accountName } from './people.ts';
import {
  answerByForm,
  conversationOver,
  missingText,
  noSuchStep,
  questionClosed,
  notFound,
  notTheirs,
  tooManyMessages,
  writtenMeanwhile,
} from './refusals.ts';
import { capacityOf, relationOf } from './relation.ts';
import { lockedSubmissions } from './rows.ts';
import { applyTransition } from './steps.ts';
import { notifyAssigneeOfStatus, notifyOfWithdrawal } from './tell.ts';
import { visibleIds } from './visible.ts';

/** A reason is shorter than a message. */
const REASON = 2000;

const OUTCOMES = { answered: 'Answered', confirmed: 'Confirmed', declined: 'Declined' } as const;

const HOUR = 3_600_000;

const ASK_EVENTS: Partial<Record<MessageKind, string>> = {
  Question: 'requestQuestion',
  Confirmation: 'requestConfirmation',
  Resubmit: 'requestActionNeeded',
};

/** Sends a message about a request: to its customer, or from them to the staff. Returns its id. */
export async function sendMessage(
  services: Services,
  workflow: Workflow,
  actor: Actor,
  id: number,
  { kind, text: given, files = [], after }: SendMessage,
  key: string | undefined,
): Promise<number> {
  return withConversation(services, workflow, actor, id, { kind, given, files }, key, async (context) => {
    const text = messageText(given, files.length > 0 && kind === 'Default');
    const { row } = context;
    if (capacityOf(relationOf(actor, row.submittedById)) === 'customer') {
      if (kind !== 'Default') throw notTheirs();
      if (DONE.includes(row.status)) throw conversationOver(row);
      await limitMessages(context);
      const stored = await store(context, { kind, text, files });
      await notifyOtherSide(
        context,
        'requestMessageByCustomer',
        stored.noticeText,
        await staffFor(context, await openAsks(context.tx, id)),
      );
      return stored.id;
    }
    if (after !== undefined) await requireLatestSeen(context, after);
    if (kind === 'Default') {
      const stored = await store(context, { kind, text, files });
      await notifyOtherSide(context, 'requestMessage', stored.noticeText, [row.submittedById]);
      return stored.id;
    }
    return ask(context, kind, text, files);
  });
}

async function ask(
  context: ConversationContext,
  kind: MessageKind,
  text: string,
  files: readonly string[],
): Promise<number> {
  const { services, workflow, tx, actor, row, who, now } = context;
  const relation = relationOf(actor, row.submittedById);
  const isWaiting = row.status === 'CustomerActionNeeded';
  const transition = isWaiting
    ? null
    : transitionTo(workflow, row, transitionContext(relation, now), 'CustomerActionNeeded');
  if (!isWaiting && transition === null) throw noSuchStep([row], 'CustomerActionNeeded');
  const { id: messageId, noticeText } = await store(context, { kind, text, files, state: 'open' });
  const reason = plainText(text, REASON);
  const result =
    transition === null
      ? { row: { ...row, reason }, changes: [] }
      : applyTransition({ row, changes: [] }, transition, 'staff', { reason }, now);
  const after = await moved(context, result, messageId);
  await notifyOtherSide({ ...context, row: after }, ASK_EVENTS[kind] ?? 'requestQuestion', noticeText, [
    row.submittedById,
  ]);
  if (after.status !== row.status) await notifyAssigneeOfStatus(services, tx, after, who);
  return messageId;
}

/** Answers a question, or confirms or declines. The last answer takes the request back to where it was asked. Returns the answer's id. */
export async function answerMessage(
  services: Services,
  workflow: Workflow,
  actor: Actor,
  id: number,
  messageId: number,
  { text: given, files = [], outcome }: AnswerMessage,
  key: string | undefined,
): Promise<number> {
  return withConversation(services, workflow, actor, id, { messageId, given, files, outcome }, key, async (context) => {
    const { tx, row, now } = context;
    if (row.submittedById !== actor.id) throw notTheirs();
    const question = await askOf(tx, id, messageId);
    if (!question || question.state === null) throw notFound('This question');
    if (question.state !== 'open') throw questionClosed(question.state);
    if (question.kind === 'Resubmit') throw answerByForm();
    const isConfirmation = question.kind === 'Confirmation';
    if (isConfirmation !== (outcome !== undefined)) throw missingText(isConfirmation ? 'outcome' : 'text');
    const text = messageText(given, isConfirmation || files.length > 0);
    const state = outcome ?? 'answered';
    await closeQuestion(tx, messageId, state);
    const { id: answerId, noticeText } = await store(context, {
      kind: question.kind,
      text,
      files,
      answerTo: messageId,
    });
    const others = await openAsks(tx, id);
    const after = others.length > 0 ? row : await moved(context, await returned(context, now), answerId);
    const staff = await staffFor(context, [question]);
    await notifyOtherSide({ ...context, row: after }, 'requestAnswered', noticeText || OUTCOMES[state], staff, {
      asked: question.text,
      outcome: state,
    });
    return answerId;
  });
}

/** Without other open questions, the request returns to its previous status. */
export async function withdrawMessage(
  services: Services,
  workflow: Workflow,
  actor: Actor,
  id: number,
  messageId: number,
): Promise<void> {
  await withConversation(services, workflow, actor, id, { messageId }, undefined, async (context) => {
    const { tx, row, who, now } = context;
    const relation = relationOf(actor, row.submittedById);
    if (capacityOf(relation) !== 'staff') throw notTheirs();
    const question = await askOf(tx, id, messageId);
    if (!question || question.state === null) throw notFound('This question');
    if (question.state !== 'open') throw questionClosed(question.state);
    await closeQuestion(tx, messageId, 'withdrawn');
    const isWaiting = (await openAsks(tx, id)).length > 0;
    const transition = openTransitions(workflow, row, transitionContext(relation, now)).find(
      (open) => !isWaiting && open.to === '$return' && row.status === 'CustomerActionNeeded',
    );
    const after = transition
      ? await moved(context, await applied(context, { row, changes: [] }, transition, 'staff'), messageId)
      : row;
    await notifyOfWithdrawal(services, tx, after, question.text, who);
    if (after.status !== row.status) await notifyAssigneeOfStatus(services, tx, after, who);
    return messageId;
  });
}

/** One transaction: the visible request is locked, and the call is made once per key. */
async function withConversation(
  services: Services,
  workflow: Workflow,
  actor: Actor,
  id: number,
  body: object,
  key: string | undefined,
  work: (context: ConversationContext) => Promise<number>,
): Promise<number> {
  const userId = requireAccountId(actor);
  return services.engine.transaction(async (tx) => {
    if (!(await visibleIds(services, actor, [id], tx)).has(id)) throw notFound(`Request #${id}`);
    const [row] = await lockedSubmissions(services, tx, [id]);
    if (!row) throw notFound(`Request #${id}`);
    if (capacityOf(relationOf(actor, row.submittedById)) === null) throw notTheirs();
    return once(tx, { userId, scope: 'conversation', key, body: { id, ...body } }, async () =>
      work({
        services,
        workflow,
        tx,
        actor,
        row,
        who: { id: userId, name: await accountName(tx, userId) },
        now: services.clock.instant(),
      }),
    );
  });
}

/** Two people who process the same request must not answer twice, or contradict each other, unknowingly. */
async function requireLatestSeen({ tx, row, who }: ConversationContext, after: number): Promise<void> {
  const newer = await tx
    .selectFrom('requestMessages')
    .select('authorName')
    .where('submissionId', '=', row.id)
    .where('id', '>', after)
    .where('authorId', 'is distinct from', who.id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (newer) throw writtenMeanwhile(newer.authorName);
}

/** Staff are notified of each message, so their number is limited. */
async function limitMessages({ services, tx, row, who, now }: ConversationContext): Promise<void> {
  const hourAgo = new Date(Date.parse(now) - HOUR).toISOString();
  const { sent } = await tx
    .selectFrom('requestMessages')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('submissionId', '=', row.id)
    .where('authorId', '=', who.id)
    .where('createdAt', '>', hourAgo)
    .executeTakeFirstOrThrow();
  const most = services.systemSettings.value('limits.messagesPerHour');
  if (sent >= most) throw tooManyMessages(most);
}

function messageText(given: string, mayBeEmpty: boolean): string {
  const text = plainText(given.replaceAll('\r\n', '\n'), given.length).trim();
  if (text === '' && !mayBeEmpty) throw missingText('text');
  return text;
}
