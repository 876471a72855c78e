import axe from 'axe-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { MAIL_STATES, type MailState } from '../../domain/messages/mails.ts';
import type { MailContent, MailOverview } from '../../domain/calls/mails.ts';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
// Loaded before the first test, which does not wait for them then.
import '../../src/console/resources/mails/MailList.tsx';
import '../../src/console/resources/mails/MailMain.tsx';
import { listOf, refusal, type Answers, type ApiCall } from './site-api.ts';
import type { SIZES } from './site-page.tsx';
import { sitePage } from './site-page.tsx';

const NONE = Object.fromEntries(MAIL_STATES.map((state) => [state, 0])) as Record<MailState, number>;

function overview(more: Partial<MailOverview> = {}): MailOverview {
  return {
    counts: { ...NONE, queued: 2, sent: 100_001, refused: 2, unknown: 1 },
    isSending: true,
    outage: null,
    ...more,
  };
}

function mail(id: number, state: MailState, more: object = {}) {
  return {
    id,
    address: 'ada.lovelace@a-very-long-name-of-a-host.example.edu',
    userId: null,
    messageId: 3,
    category: 'requests',
    event: 'requestStatusChanged',
    state,
    subject: `Poster #${id}: Ready for pickup`,
    dueAt: '2026-06-10T15:00:00.000Z',
    attempts: 1,
    lastTriedAt: '2026-06-10T15:00:01.000Z',
    lastCode: 550,
    lastAnswer: '550 5.7.1 Rejected',
    sentAt: null,
    headerId: `<${id}@portal.example.edu>`,
    digestId: null,
    tries: null,
    createdAt: '2026-06-10T15:00:00.000Z',
    updatedAt: '2026-06-10T15:00:01.000Z',
    version: 1,
    ...more,
  };
}

const plan = (texts: { title: (count: number) => string; button: (count: number) => string; notes: string[] }) =>
  (({ body }: ApiCall) => {
    const { ids } = body as { ids: number[] };
    return { ids, title: texts.title(ids.length), notes: texts.notes, button: texts.button(ids.length) };
  }) satisfies Answers[string];

/** The server's answers where the given mails can be sent again. */
const SEND_AGAIN: Answers = {
  'GET /api/mails/actions': ({ query }) => ({
    sendAgain: (JSON.parse(query.get('ids') ?? '') as number[]).filter((id) => id < 3),
    cancel: [],
  }),
  'POST /api/mails/actions/sendAgain/plan': plan({
    title: (count) => (count === 1 ? 'Resend this email?' : `Resend ${count} emails?`),
    button: (count) => (count === 1 ? 'Resend' : `Resend ${count} emails`),
    notes: ['It is unknown whether one of them arrived.'],
  }),
};

const CANCEL: Answers = {
  'GET /api/mails/actions': () => ({ sendAgain: [], cancel: [3] }),
  'POST /api/mails/actions/cancel/plan': plan({
    title: () => 'Cancel this email?',
    button: () => 'Cancel email',
    notes: [],
  }),
};

const MAILS = [mail(1, 'refused'), mail(2, 'unknown'), mail(3, 'queued', { category: 'digest' }), mail(4, 'sent')];

const CONTENT: MailContent = {
  withheld: null,
  headers: [
    ['From', 'Makeshop <makeshop@example.edu>'],
    ['Message-ID', '<1@portal.example.edu>'],
    ['List-Unsubscribe', `<https://portal.example.edu/api/messages/unsubscribe/${'x'.repeat(80)}>`],
  ],
  text: 'Your request is ready.\n\nOpen Poster #1: https://portal.example.edu/requests/1',
  attachments: [{ name: 'invite.ics', type: 'text/calendar', bytes: 1_200 }],
  isSuppressed: false,
};

function open(address: string, answers: Answers = {}, size: keyof typeof SIZES = 'desktop'): Promise<ApiCall[]> {
  return sitePage({
    pattern: '/admin/mails/*',
    // The list's filter is stored, also from one test to the next.
    address: `/admin/mails${address === '' ? '?filter={}&page=1' : address}`,
    screen: <Screen resource="mails" />,
    answers: {
      'GET /api/preferences/list-mails': () => ({}),
      'GET /api/users': () => listOf('users', []),
      'GET /api/mails/overview': () => overview(),
      'GET /api/mails': () => listOf('mails', MAILS),
      ...answers,
    },
    size,
  });
}

/** A mail's page, whose answers are those of this row. */
function openMail(
  row: ReturnType<typeof mail>,
  answers: Answers = {},
  { path = '/show', size = 'desktop' as keyof typeof SIZES } = {},
) {
  return open(
    `/${row.id}${path}`,
    {
      [`GET /api/mails/${row.id}`]: () => row,
      [`GET /api/mails/${row.id}/content`]: () => CONTENT,
      [`GET /api/mails/${row.id}/html`]: () => new Response('<!doctype html><p>Your request is ready.</p>'),
      [`GET /api/mails/${row.id}/history`]: () => listOf('history', []),
      'GET /api/mails/actions': () => ({}),
      ...answers,
    },
    size,
  );
}

async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}

beforeEach(() => localStorage.clear());

describe('the list', () => {
  test('counts the mails of each state, which its tile filters by, and names categories as people read them', async () => {
    const calls = await open('');
    const tiles = page.getByRole('navigation', { name: 'Emails by status' });
    await expect.element(tiles.getByRole('link', { name: '100,000+ Sent' })).toBeVisible();
    await expect.element(page.getByText('3 emails failed')).toBeVisible();
    await expect.element(page.getByRole('cell', { name: 'Daily digest' })).toBeVisible();
    await userEvent.click(tiles.getByRole('link', { name: '2 Refused' }));
    const requested = () =>
      calls
        .filter(({ path }) => path === '/api/mails')
        .at(-1)
        ?.query.get('filter');
    await expect.poll(requested).toBe('{"state":"refused"}');
    await userEvent.click(page.getByRole('search').getByRole('button', { name: 'Category' }));
    await userEvent.click(page.getByRole('checkbox', { name: 'Your account' }));
    await userEvent.click(page.getByRole('button', { name: 'Apply' }));
    await expect.poll(requested).toBe('{"state":"refused","category":["account"]}');
  });

  test('says since when the mail server takes no mail, what it answers, and when it is asked again', async () => {
    const outage = {
      since: '2026-06-10T08:02:00.000Z',
      triedAt: '2026-06-10T09:00:00.000Z',
      nextAt: '2026-06-10T09:05:00.000Z',
      answer: '535 5.7.8 Authentication credentials invalid',
    };
    await open('', { 'GET /api/mails/overview': () => overview({ outage }) });
    await expect.element(page.getByText('The mail server does not accept emails')).toBeVisible();
    await expect
      .element(page.getByText(/response since .*: 535 5\.7\.8 Authentication credentials invalid/))
      .toBeVisible();
    await expect.element(page.getByText(/Emails wait without using up an attempt/)).toBeVisible();
    await expectAccessible();
  });

  test('says that nothing is sent without a mail server', async () => {
    const alone = overview({ isSending: false, counts: { ...NONE, refused: 1 } });
    await open('', { 'GET /api/mails/overview': () => alone });
    await expect.element(page.getByText('No emails are sent: no mail server is configured (SMTP_URL)')).toBeVisible();
    await expect.element(page.getByText(/^The recipient’s server refused it/)).toBeVisible();
    await expect.element(page.getByText('Poster #1: Ready for pickup')).toBeVisible();
  });

  test('says so in sight on a phone, whose line of filters scrolls sideways', async () => {
    await open('', { 'GET /api/mails/overview': () => overview({ isSending: false }) }, 'phone');
    const notice = page.getByText('No emails are sent');
    await expect.element(notice).toBeVisible();
    await expect.poll(() => notice.element().getBoundingClientRect().right).toBeLessThan(window.innerWidth);
  });

  test('sends selected mails again that can be, and says how many', async () => {
    const calls = await open('', {
      ...SEND_AGAIN,
      'POST /api/mails/actions/sendAgain': () => ({
        ids: [1],
        done: 'The email is resent.',
        changes: [],
        result: null,
      }),
    });
    await userEvent.click(page.getByRole('checkbox', { name: 'Select the rows on this page' }));
    await userEvent.click(page.getByRole('button', { name: 'Resend 2' }));
    const question = page.getByRole('alertdialog', { name: 'Resend 2 emails?' });
    await expect.element(question.getByText('It is unknown whether one of them arrived.')).toBeVisible();
    await userEvent.click(question.getByRole('button', { name: 'Resend 2 emails' }));
    await expect
      .element(page.getByText('The email is resent. Skipped because of changes in the meantime: 1 email.'))
      .toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('sendAgain'))?.body).toEqual({ ids: [1, 2] });
  });

  test('sends all failed emails again', async () => {
    const dead = Array.from({ length: 205 }, (_, index) => mail(index + 1, 'refused'));
    const ids = dead.map(({ id }) => id);
    const calls = await open('', {
      ...SEND_AGAIN,
      'GET /api/mails/overview': () => overview({ counts: { ...NONE, refused: 205 } }),
      'GET /api/mails': () => listOf('mails', dead),
      'POST /api/mails/actions/sendAgain': () => ({
        ids,
        done: '205 emails are resent.',
        changes: [],
        result: null,
      }),
    });
    await userEvent.click(page.getByRole('button', { name: 'Resend all' }));
    const question = page.getByRole('alertdialog', { name: 'Resend 205 emails?' });
    await userEvent.click(question.getByRole('button', { name: 'Resend 205 emails' }));
    await expect.element(page.getByText('205 emails are resent.')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('sendAgain'))?.body).toEqual({ ids });
    await expect.element(question).not.toBeInTheDocument();
  });

  test.each(['desktop', 'phone'] as const)('has nothing that axe objects to, and fits: %s', async (size) => {
    await open('', {}, size);
    await expect.element(page.getByText('3 emails failed')).toBeVisible();
    await expect.element(page.getByText('Poster #1: Ready for pickup').first()).toBeVisible();
    await expectAccessible();
  });

  test('without a mail says what will be listed', async () => {
    await open('', {
      'GET /api/mails': () => listOf('mails', []),
      'GET /api/mails/overview': () => overview({ counts: NONE }),
    });
    await expect.element(page.getByText('No emails yet')).toBeVisible();
    await expectAccessible();
  });
});

describe('a mail', () => {
  test.each(['/show', ''])(
    'is shown as it looks, as text, and with its headers and attachments, at /admin/mails/1%s',
    async (path) => {
      await openMail(mail(1, 'refused'), {}, { path });
      await expect.element(page.getByTitle('Email preview')).toHaveAttribute('sandbox', '');
      await expect.element(page.getByText('Your requests')).toBeVisible();
      await userEvent.click(page.getByRole('tab', { name: 'Plain text' }));
      await expect.element(page.getByText(/Open Poster #1: https/)).toBeVisible();
      await userEvent.keyboard('{ArrowRight}');
      await expect.element(page.getByRole('tab', { name: 'Headers' })).toHaveFocus();
      await expect.element(page.getByText('List-Unsubscribe')).toBeVisible();
      await userEvent.click(page.getByRole('tab', { name: 'Attachments (1)' }));
      await expect.element(page.getByText('invite.ics: text/calendar, 1.2 kB')).toBeVisible();
    },
  );

  test('shows the result of each attempt', async () => {
    const tries = [
      { at: '2026-06-10T15:00:01.000Z', outcome: 'unavailable', answer: 'connect ECONNREFUSED' },
      { at: '2026-06-10T15:10:01.000Z', outcome: 'deferred', code: 450, answer: '450 4.2.0 Greylisted' },
      { at: '2026-06-10T15:11:01.000Z', outcome: 'unknown', answer: 'The line was lost' },
    ];
    await openMail(mail(2, 'unknown', { tries }));
    for (const words of ['Mail server unavailable', '450 4.2.0 Greylisted', 'The line was lost'])
      await expect.element(page.getByText(words)).toBeVisible();
    await expectAccessible();
  });

  test('is sent again after a question; a refusal is shown there', async () => {
    let isRefused = true;
    const calls = await openMail(mail(2, 'unknown'), {
      ...SEND_AGAIN,
      'POST /api/mails/actions/sendAgain': () =>
        isRefused
          ? refusal(409, 'resource.refused', 'It has changed, so this is no longer possible.')
          : { ids: [2], done: 'The email is resent.', changes: [], result: null },
    });
    await userEvent.click(page.getByRole('button', { name: 'Resend' }));
    const question = page.getByRole('alertdialog', { name: 'Resend this email?' });
    await expect.element(question.getByText('It is unknown whether one of them arrived.')).toBeVisible();
    await expectAccessible();
    await userEvent.click(question.getByRole('button', { name: 'Resend' }));
    await expect.element(page.getByText('It has changed, so this is no longer possible.')).toBeVisible();
    isRefused = false;
    await userEvent.click(question.getByRole('button', { name: 'Resend' }));
    await expect.element(page.getByText('The email is resent.')).toBeVisible();
    const sent = calls.filter(({ path }) => path.endsWith('sendAgain'));
    expect(sent.map(({ body }) => body)).toEqual([{ ids: [2] }, { ids: [2] }]);
    // The repetition of a call whose answer may be lost has its key.
    expect(new Set(sent.map(({ headers }) => headers.get('idempotency-key'))).size).toBe(1);
  });

  test('has its question at an address of its own', async () => {
    await openMail(mail(3, 'queued'), CANCEL, { path: '/show?action=cancel' });
    const question = page.getByRole('alertdialog', { name: 'Cancel this email?' });
    await userEvent.click(question.getByRole('button', { name: 'Back' }));
    await expect.element(question).not.toBeInTheDocument();
    expect(window.location.search).toBe('');
  });

  test('to a suppressed address leads to their list', async () => {
    await openMail(mail(1, 'suppressed'), { 'GET /api/mails/1/content': () => ({ ...CONTENT, isSuppressed: true }) });
    await expect
      .element(page.getByRole('link', { name: 'Suppressed addresses' }))
      .toHaveAttribute('href', '/admin/suppressedAddresses');
  });

  test.each([
    ['confidential', 'Only administrators can read this email'],
    ['gone', 'The text of this email was deleted'],
  ] as const)('whose text is %s says so', async (withheld, words) => {
    const content = { ...CONTENT, withheld, headers: [], text: '', attachments: [] };
    await openMail(mail(1, 'sent'), { 'GET /api/mails/1/content': () => content });
    await expect.element(page.getByText(words)).toBeVisible();
    await expectAccessible();
  });

  test('that cannot be loaded says why, and is loaded again', async () => {
    let fails = true;
    await openMail(mail(1, 'sent'), {
      'GET /api/mails/1/content': () => (fails ? refusal(500, 'server.error', 'The server failed.') : CONTENT),
    });
    await expect.element(page.getByText('The email could not be loaded')).toBeVisible();
    fails = false;
    await userEvent.click(page.getByRole('button', { name: /again|retry/i }));
    await expect.element(page.getByTitle('Email preview')).toBeVisible();
  });

  test.each(['desktop', 'phone'] as const)('has nothing that axe objects to, and fits: %s', async (size) => {
    await openMail(mail(1, 'refused'), {}, { size });
    await expect.element(page.getByTitle('Email preview')).toBeVisible();
    await expectAccessible();
    await userEvent.click(page.getByRole('tab', { name: 'Headers' }));
    await expectAccessible();
  });
});
