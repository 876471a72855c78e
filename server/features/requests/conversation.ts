import type { Actor } from '../../../domain/declarations/actor.ts';
import type { AnswerMessage, SendMessage } from '../../../domain/calls/conversations.ts';
import type { MessageKind } from '../../../domain/messages/messages.ts';
import { DONE, openTransitions } from '../../../domain/requests/workflow.ts';
import { once } from '../../platform/idempotency.ts';
import { plainText } from '../../platform/plain-text.ts';
import type { CommandServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { findQuestion, openQuestions, closeQuestion } from './open-questions.ts';
import { transitionContext, transitionOf } from './change-status.ts';
import { requestContext } from './context.ts';
import {
  applied,
  moved,
  noteReply,
  returned,
  staffFor,
  store,
  notifyOtherSide,
  type ConversationContext,
} from './conversation-effects.ts';
import { notifyAssigneeOfStatus, notifyOfWithdrawal } from './notices.ts';
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

export async function sendMessage(
  call: ConversationCall,
  { kind, text: given, files = [], after }: SendMessage,
): Promise<number> {
  return withConversation(call, { kind, given, files }, async (context) => {
    const text = messageText(given, files.length > 0 && kind === 'Default');
    const { row, actor } = context;
    if (capacityOf(relationOf(actor, row.submittedById)) === 'customer') {
      if (kind !== 'Default') throw notTheirs();
      if (DONE.includes(row.status)) throw conversationOver(row);
      await limitMessages(context);
      const stored = await store(context, { kind, text, files });
      await noteReply(context, stored.id);
      await notifyOtherSide(
        context,
        'requestMessageByCustomer',
        stored.noticeText,
        await staffFor(context, await openQuestions(context.tx, row.id)),
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

/** The request waits for its customer until every question is answered. */
async function ask(
  context: ConversationContext,
  kind: MessageKind,
  text: string,
  files: readonly string[],
): Promise<number> {
  const { row, now } = context;
  const isWaiting = row.status === 'CustomerActionNeeded';
  const transition = isWaiting ? null : transitionOf(context, row, 'CustomerActionNeeded');
  if (!isWaiting && transition === null) throw noSuchStep([row], 'CustomerActionNeeded');
  const { id: messageId, noticeText } = await store(context, { kind, text, files, state: 'open' });
  const reason = plainText(text, REASON);
  const result =
    transition === null
      ? { row: { ...row, reason }, changes: [] }
      : applyTransition({ row, changes: [] }, transition, { by: 'staff', reason, now });
  const after = await moved(context, result, messageId);
  await notifyOtherSide({ ...context, row: after }, ASK_EVENTS[kind] ?? 'requestQuestion', noticeText, [
    row.submittedById,
  ]);
  if (after.status !== row.status) await notifyAssigneeOfStatus(context, after);
  return messageId;
}

/** Answers a question, or confirms or declines. The last answer takes the request back to where it was asked. Returns the answer's id. */
export async function answerMessage(
  call: ConversationCall,
  messageId: number,
  { text: given, files = [], outcome }: AnswerMessage,
): Promise<number> {
  return withConversation(call, { messageId, given, files, outcome }, async (context) => {
    const { tx, row, actor, now } = context;
    const { id } = row;
    if (row.submittedById !== actor.id) throw notTheirs();
    const question = await findQuestion(tx, id, messageId);
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
    const others = await openQuestions(tx, id);
    const after = others.length > 0 ? row : await moved(context, await returned(context, now), answerId);
    const staff = await staffFor(context, [question]);
    await notifyOtherSide({ ...context, row: after }, 'requestAnswered', noticeText || OUTCOMES[state], staff, {
      asked: question.text,
      outcome: state,
    });
    return answerId;
  });
}

/** Staff no longer need an answer. Without other open questions, the request returns to its former status. */
export async function withdrawMessage(call: ConversationCall, messageId: number): Promise<void> {
  await withConversation(call, { messageId }, async (context) => {
    const { workflow, tx, actor, row, now } = context;
    const { id } = row;
    const relation = relationOf(actor, row.submittedById);
    if (capacityOf(relation) !== 'staff') throw notTheirs();
    const question = await findQuestion(tx, id, messageId);
    if (!question || question.state === null) throw notFound('This question');
    if (question.state !== 'open') throw questionClosed(question.state);
    await closeQuestion(tx, messageId, 'withdrawn');
    const isWaiting = (await openQuestions(tx, id)).length > 0;
    const transition = openTransitions(workflow, row, transitionContext(relation, now)).find(
      (open) => !isWaiting && open.to === '$return' && row.status === 'CustomerActionNeeded',
    );
    const after = transition
      ? await moved(context, await applied(context, { row, changes: [] }, transition, 'staff'), messageId)
      : row;
    await notifyOfWithdrawal(context, after, question.text);
    if (after.status !== row.status) await notifyAssigneeOfStatus(context, after);
    return messageId;
  });
}

/** A call about the request with this id, made once per `key`. */
export interface ConversationCall {
  services: CommandServices;
  actor: Actor;
  id: number;
  key?: string | undefined;
}

/** Makes the call in one transaction, with the request locked. */
async function withConversation(
  { services, actor, id, key }: ConversationCall,
  body: object,
  work: (context: ConversationContext) => Promise<number>,
): Promise<number> {
  const userId = requireAccountId(actor);
  return services.engine.transaction(async (tx) => {
    if (!(await visibleIds(services, actor, [id], tx)).has(id)) throw notFound(`Request #${id}`);
    const [row] = await lockedSubmissions(services, tx, [id]);
    if (!row) throw notFound(`Request #${id}`);
    if (capacityOf(relationOf(actor, row.submittedById)) === null) throw notTheirs();
    return once(tx, { userId, scope: 'conversation', key, body: { id, ...body } }, async () =>
      work({ ...(await requestContext(services, tx, actor)), row }),
    );
  });
}

/** Two staff members must not answer without having seen each other's message. */
async function requireLatestSeen({ tx, row, author }: ConversationContext, after: number): Promise<void> {
  const newer = await tx
    .selectFrom('requestMessages')
    .select('authorName')
    .where('submissionId', '=', row.id)
    .where('id', '>', after)
    .where('authorId', 'is distinct from', author.id)
    .orderBy('id', 'desc')
    .executeTakeFirst();
  if (newer) throw writtenMeanwhile(newer.authorName);
}

/** Staff are notified of each message, so their number is limited. */
async function limitMessages({ services, tx, row, author, now }: ConversationContext): Promise<void> {
  const hourAgo = new Date(Date.parse(now) - HOUR).toISOString();
  const { sent } = await tx
    .selectFrom('requestMessages')
    .select(({ fn }) => fn.countAll<number>().as('sent'))
    .where('submissionId', '=', row.id)
    .where('authorId', '=', author.id)
    .where('createdAt', '>', hourAgo)
    .executeTakeFirstOrThrow();
  const most = services.systemSettings.value('limits.messagesPerHour');
  if (sent >= most) throw tooManyMessages(most);
}

function messageText(given: string, canBeEmpty: boolean): string {
  const text = plainText(given.replaceAll('\r\n', '\n'), given.length).trim();
  if (text === '' && !canBeEmpty) throw missingText('text');
  return text;
}
