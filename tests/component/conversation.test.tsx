import axe from 'axe-core';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CannedReply } from '../../domain/generated/resources.ts';
import type { AnswerMessage, InternalNote, SendMessage } from '../../domain/calls/conversations.ts';
import type { Conversation, SubmissionDetail, TimelineEntry } from '../../domain/calls/requests.ts';
import { queryClient } from '../../src/app/queryClient.ts';
import { unreadStore } from '../../src/app/session/unreadMessages.ts';
import { Screen } from '../../src/portal/requests/submission/SubmissionPage.tsx';
import { refusal, type ApiCall, type Answers } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const AT = '2026-03-02T15:00:00.000Z';
const PERSON = { id: 7, name: 'Ada Student', username: 'ada' };
const PATH = '/api/requests/submissions/12';
const STAFF: Partial<Conversation> = {
  as: 'staff',
  kinds: ['Default', 'Question', 'Confirmation', 'Resubmit'],
  hasNotes: true,
};
const REPLY: Partial<CannedReply> = {
  id: 1,
  title: 'Material',
  kind: 'Question',
  text: 'Hello {customer}, which one for #{number}?',
};
const NOTE: InternalNote = { id: 3, at: AT, who: 'Ben Staff', text: 'Pays late' };

function questionEntry(
  kind: 'Question' | 'Confirmation' | 'Resubmit',
  state: 'open' | 'withdrawn' = 'open',
): TimelineEntry {
  return {
    id: 'message-4',
    at: AT,
    who: 'Ben Staff',
    kind: 'message',
    from: null,
    to: 'CustomerActionNeeded',
    text: 'Which <b>color</b>?\nBlue?',
    reason: null,
    message: { id: 4, kind, authorKind: 'Staff', isOwn: false, files: [], state, answerTo: null },
  };
}

function detailOf(conversation: Partial<Conversation>, timeline: TimelineEntry[]): SubmissionDetail {
  const schema = { type: 'object', additionalProperties: false, properties: {}, required: [], 'x-order': [] } as const;
  return {
    id: 12,
    form: { id: 1, name: 'poster', title: 'Poster' },
    group: null,
    status: timeline.some(({ message }) => message?.state === 'open') ? 'CustomerActionNeeded' : 'InProcess',
    statusSince: AT,
    submittedBy: PERSON,
    assignedTo: null,
    costCents: null,
    expectedOn: null,
    subject: null,
    neededOn: null,
    waitingFor: 'Staff',
    errand: null,
    shelf: null,
    customer: null,
    createdAt: AT,
    version: 1,
    costType: 'Free',
    formVersion: { id: 1, number: 1, schema: { ...schema, required: [], 'x-order': [] } },
    data: {},
    files: [],
    reason: null,
    actions: [],
    canResubmit: false,
    paidCents: 0,
    priceLines: [],
    viewedAs: conversation.as === 'staff' ? 'staff' : 'customer',
    timeline,
    conversation: {
      as: 'customer',
      kinds: ['Default'],
      open: timeline.flatMap(({ message }) => (message?.state === 'open' ? [message.id] : [])),
      hasNotes: false,
      ...conversation,
    },
    quotes: [],
    revisions: [],
  };
}

const open = (
  detail: () => SubmissionDetail,
  answers: Answers = {},
  size: 'desktop' | 'phone' = 'desktop',
  hash = '',
) =>
  sitePage({
    pattern: '/requests/viewsubmission/:id',
    address: `/requests/viewsubmission/12${hash}`,
    screen: <Screen />,
    size,
    answers: {
      [`GET ${PATH}`]: detail,
      ...(detail().conversation.as === 'staff'
        ? { [`GET ${PATH}/notes`]: () => [NOTE], 'GET /api/cannedReplies': () => [REPLY] }
        : {}),
      ...answers,
    },
  });
const sent = (calls: ApiCall[]) => calls.filter(({ method }) => method === 'POST');
const isAccessible = async () => expect((await axe.run(document.body)).violations.map(({ id }) => id)).toEqual([]);

beforeEach(() => {
  localStorage.clear();
  queryClient.clear();
});

test.each(['desktop', 'phone'] as const)('a question is answered where it is asked, on a %s', async (size) => {
  let detail = detailOf({}, [questionEntry('Question')]);
  const answer = ({ body }: ApiCall) => {
    const words = { ...questionEntry('Question'), id: 'message-5', text: (body as AnswerMessage).text };
    detail = detailOf({}, [
      { ...questionEntry('Question', 'withdrawn') },
      { ...words, message: { ...words.message!, id: 5, state: null, answerTo: 4 } },
    ]);
    return detail;
  };
  const calls = await open(() => detail, { [`POST ${PATH}/messages/4/answer`]: answer }, size);
  const box = page.getByRole('textbox', { name: 'Your answer' });
  await expect
    .element(page.getByRole('form', { name: 'A question for you' }).getByText(/Which <b>color/))
    .toBeVisible();
  await isAccessible();
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  // Nothing is sent that says nothing.
  await userEvent.click(page.getByRole('button', { name: 'Send answer' }));
  await expect.element(page.getByText('Write something first')).toBeVisible();
  await userEvent.fill(box, 'Blue\nplease');
  await userEvent.click(page.getByRole('button', { name: 'Send answer' }));
  const notice = page.getByRole('status').filter({ hasText: 'Your answer is sent.' });
  await expect.element(notice).toHaveFocus();
  expect(sent(calls).map(({ body }) => body)).toEqual([{ text: 'Blue\nplease', files: [] }]);
  expect(sent(calls)[0]?.headers.get('idempotency-key')).toMatch(/^[0-9a-f-]{36}$/);
  await expect.element(page.getByRole('region', { name: 'Timeline' }).getByText(/Blue\s+please/)).toBeVisible();
  expect(Object.keys(localStorage).filter((key) => key.startsWith('conversation-draft'))).toEqual([]);
});

test.each([
  ['the question', {}, [questionEntry('Question')], () => page.getByRole('textbox', { name: 'Your answer' })],
  ['what to write to the staff', {}, [], () => page.getByRole('button', { name: 'Write to the staff' })],
  ['what to write to the customer', STAFF, [], () => page.getByRole('textbox', { name: 'Message to Ada Student' })],
] as const)('the link of a mail leads to %s', async (_, conversation, timeline, place) => {
  await open(() => detailOf(conversation, [...timeline]), {}, 'phone', '#conversation');
  await expect.element(place()).toHaveFocus();
  await expect.element(place()).toBeInViewport();
});

test('what is asked to be confirmed is confirmed or declined', async () => {
  const detail = () => detailOf({}, [questionEntry('Confirmation')]);
  const calls = await open(detail, { [`POST ${PATH}/messages/4/answer`]: detail });
  await userEvent.click(page.getByRole('button', { name: 'Decline' }));
  await expect.element(page.getByText('Declined.', { exact: true })).toBeVisible();
  expect(sent(calls)[0]?.body).toEqual({ text: '', files: [], outcome: 'declined' });
});

test('staff withdraw a question by keyboard, and stay where it is', async () => {
  let detail = detailOf(STAFF, [questionEntry('Question')]);
  const calls = await open(() => detail, {
    [`POST ${PATH}/messages/4/withdraw`]: () => (detail = detailOf(STAFF, [questionEntry('Question', 'withdrawn')])),
  });
  const withdraw = page.getByRole('button', { name: 'Withdraw' });
  await expect.element(withdraw).toBeVisible();
  (withdraw.element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('Withdrawn', { exact: true })).toBeVisible();
  expect(document.activeElement?.textContent).toBe('QuestionWithdrawnCustomer action needed');
  expect(sent(calls)).toHaveLength(1);
});

test('a late answer shows the reason, stays, and can be sent as a message', async () => {
  let detail = detailOf({}, [questionEntry('Question')]);
  const calls = await open(() => detail, {
    [`POST ${PATH}/messages/4/answer`]: () => {
      detail = detailOf({}, [questionEntry('Question', 'withdrawn')]);
      return refusal(409, 'requests.not-asked', 'It was withdrawn in the meantime.');
    },
    [`POST ${PATH}/messages`]: () => detail,
  });
  await userEvent.fill(page.getByRole('textbox', { name: 'Your answer' }), 'Blue');
  await userEvent.click(page.getByRole('button', { name: 'Send answer' }));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Your message' })).toHaveValue('Blue');
  await userEvent.click(page.getByRole('button', { name: 'Send as a message' }));
  await expect.element(page.getByText('Your message is sent.')).toBeVisible();
  expect(sent(calls).at(-1)?.body).toEqual({ kind: 'Default', text: 'Blue', files: [] });
});

test('without a connection the text stays, and the second try is the same call', async () => {
  const detail = () => detailOf({}, [questionEntry('Question')]);
  let isCut = true;
  const calls = await open(detail, {
    [`POST ${PATH}/messages/4/answer`]: () => {
      if (!isCut) return detail();
      isCut = false;
      throw new TypeError('Failed to fetch');
    },
  });
  const box = page.getByRole('textbox', { name: 'Your answer' });
  await userEvent.fill(box, 'Blue');
  await userEvent.click(page.getByRole('button', { name: 'Send answer' }));
  await expect.element(page.getByText(/Your draft is saved here/)).toBeVisible();
  await expect.element(box).toHaveValue('Blue');
  await userEvent.click(page.getByRole('button', { name: 'Send answer' }));
  await expect.element(page.getByText('Your answer is sent.')).toBeVisible();
  expect(new Set(sent(calls).map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
});

test('staff ask with a canned reply, which is filled in before it is sent', async () => {
  const detail = () => detailOf(STAFF, []);
  const calls = await open(detail, { [`POST ${PATH}/messages`]: detail });
  await userEvent.click(page.getByRole('button', { name: 'Insert a reply' }));
  await userEvent.click(page.getByRole('menuitem', { name: 'Material' }));
  const box = page.getByRole('textbox', { name: 'Message to Ada Student' });
  await expect.element(box).toHaveValue('Hello Ada Student, which one for #12?');
  await expect.element(page.getByRole('combobox', { name: 'Kind of message' })).toHaveValue('Question');
  await userEvent.click(page.getByRole('button', { name: 'Ask', exact: true }));
  await expect.element(page.getByText(/The question is sent/)).toBeVisible();
  const body: SendMessage = { kind: 'Question', text: 'Hello Ada Student, which one for #12?', files: [], after: 0 };
  expect(sent(calls).map((call) => call.body)).toEqual([body]);
});

test('new messages by others are shown before a message is sent, and its text stays', async () => {
  let timeline: TimelineEntry[] = [];
  const calls = await open(() => detailOf(STAFF, timeline), {
    [`POST ${PATH}/messages`]: ({ body }: ApiCall) => {
      if ((body as SendMessage).after === 4) return detailOf(STAFF, timeline);
      timeline = [questionEntry('Question', 'withdrawn')];
      return refusal(409, 'requests.written-meanwhile', 'Ben Staff wrote in the meantime.');
    },
  });
  const box = page.getByRole('textbox', { name: 'Message to Ada Student' });
  await userEvent.fill(box, 'It is ready.');
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await expect.element(page.getByText('Ben Staff wrote in the meantime.').first()).toBeVisible();
  await expect.element(page.getByText(/Which <b>color/)).toBeVisible();
  await expect.element(box).toHaveValue('It is ready.');
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await expect.element(box).toHaveValue('');
  expect(sent(calls).map(({ body }) => (body as SendMessage).after)).toEqual([0, 4]);
});

test('what is sent cannot be changed before its answer, with which it goes', async () => {
  const detail = () => detailOf(STAFF, []);
  const { promise, resolve } = Promise.withResolvers<void>();
  await open(detail, { [`POST ${PATH}/messages`]: async () => promise.then(detail) });
  const box = page.getByRole('textbox', { name: 'Message to Ada Student' });
  await userEvent.fill(box, 'It is ready.');
  await userEvent.click(page.getByRole('button', { name: 'Send message' }));
  await expect.element(box).toHaveAttribute('readonly');
  await userEvent.type(box, ' Come by.');
  await expect.element(box).toHaveValue('It is ready.');
  resolve();
  await expect.element(box).toHaveValue('');
  await expect.element(box).not.toHaveAttribute('readonly');
});

test('anyone who sees a request has read the messages about it; what is new is shown', async () => {
  const marks: unknown[] = [];
  let timeline: TimelineEntry[] = [];
  const calls = await open(() => detailOf({}, timeline), {
    'POST /api/messages/marks': ({ body }: ApiCall) => {
      marks.push(body);
      return { messages: marks.length === 1 ? [3] : [] };
    },
  });
  onTestFinished(() => unreadStore.set(0));
  await expect.element(page.getByRole('region', { name: 'Timeline' })).toBeVisible();
  expect(sent(calls)).toEqual([]);
  timeline = [questionEntry('Question')];
  unreadStore.set(2);
  await expect.element(page.getByRole('form', { name: 'A question for you' })).toBeVisible();
  // One more, which is about something else.
  unreadStore.set(3);
  await expect.poll(() => marks).toEqual(Array.from({ length: 2 }, () => ({ keys: ['submissions-12'], mark: 'read' })));
});

test('text that another tab sent is removed here; text that was added since stays', async () => {
  await open(() => detailOf(STAFF, []));
  const box = page.getByRole('textbox', { name: 'Message to Ada Student' });
  await userEvent.fill(box, 'It is ready.');
  const [key = ''] = Object.keys(localStorage).filter((name) => name.startsWith('conversation-draft:'));
  const oldValue = localStorage.getItem(key);
  await userEvent.fill(box, 'It is ready. Come by.');
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue, newValue: null }));
  await expect.element(box).toHaveValue('It is ready. Come by.');
  window.dispatchEvent(new StorageEvent('storage', { key, oldValue: localStorage.getItem(key), newValue: null }));
  await expect.element(box).toHaveValue('');
});

test('a half-written note never becomes a message, nor the other way round', async () => {
  const detail = () => detailOf(STAFF, [questionEntry('Question')]);
  const calls = await open(detail, { [`POST ${PATH}/notes`]: () => [NOTE] });
  await expect.element(page.getByText('Internal note, seen by staff only')).toBeVisible();
  await userEvent.fill(page.getByRole('textbox', { name: 'Message to Ada Student' }), 'To the customer');
  await userEvent.click(page.getByRole('radio', { name: 'Internal note' }));
  const note = page.getByRole('textbox', { name: 'Internal note' });
  await expect.element(note).toHaveValue('');
  await expect.element(page.getByText(/Only staff see this/)).toBeVisible();
  await expect.element(page.getByText('An unsent message is still in the other tab.')).toBeVisible();
  await isAccessible();
  await userEvent.fill(note, 'Among us');
  await userEvent.click(page.getByRole('radio', { name: 'Message to the customer' }));
  await expect.element(page.getByRole('textbox', { name: 'Message to Ada Student' })).toHaveValue('To the customer');
  await isAccessible();
  await userEvent.click(page.getByRole('radio', { name: 'Internal note' }));
  await userEvent.click(page.getByRole('button', { name: 'Save internal note' }));
  await expect.element(page.getByText('The internal note is saved.')).toBeVisible();
  expect(sent(calls).map(({ path, body }) => [path, body])).toEqual([[`${PATH}/notes`, { text: 'Among us' }]]);
});
