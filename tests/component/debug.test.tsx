import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CheckAnswer, DebugReport } from '../../domain/calls/debug.ts';
import { Screen } from '../../src/console/resources/debug/DebugScreen.tsx';
import type { ApiCall } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const AT = '2026-11-23T14:00:00.000Z';
const REPORT: DebugReport = {
  at: AT,
  sections: [
    {
      key: 'server',
      title: 'Server',
      facts: { facts: [{ label: 'Version', value: '0.1.0', kind: 'code' }] },
      fault: null,
      ms: 1,
      checks: [],
    },
    {
      key: 'database',
      title: 'Database',
      facts: null,
      fault: 'It did not answer within 4 seconds.',
      ms: 4000,
      checks: [{ key: 'write', title: 'Write a row and roll back' }],
    },
    {
      key: 'mail',
      title: 'Mail',
      facts: {
        facts: [{ label: 'Waiting', value: 1200, kind: 'number', state: 'attention', note: 'Set SMTP_URL.' }],
        tables: [
          {
            title: 'Queues',
            columns: [
              { label: 'Queue', kind: 'code' },
              { label: 'Size', kind: 'bytes' },
            ],
            rows: [['messages.send.with.a.very.long.name.that.cannot.be.broken.anywhere', 1536]],
            empty: 'None',
          },
        ],
        links: [{ label: 'Background jobs', to: '/api/jobs' }],
      },
      fault: null,
      ms: 3,
      checks: [{ key: 'login', title: 'Connect and log in' }],
    },
  ],
};

const answer = (section: string, key: string, given: Partial<CheckAnswer>): CheckAnswer => ({
  section,
  key,
  title: key,
  outcome: 'passed',
  says: 'Well.',
  at: AT,
  ms: 12,
  ...given,
});

const textOf = (part: string): string | null => page.getByRole('region', { name: part }).element().textContent;

async function open(given: Partial<SitePageOptions> = {}): Promise<ApiCall[]> {
  const calls = await sitePage({
    pattern: '/admin/debug',
    address: '/admin/debug',
    screen: <Screen />,
    answers: {
      'GET /api/debug/report': () => REPORT,
      'POST /api/debug/checks/database/write': () => answer('database', 'write', {}),
      'POST /api/debug/checks/mail/login': () =>
        answer('mail', 'login', { outcome: 'failed', says: 'The login was refused.', todo: 'Check SMTP_URL.' }),
    },
    ...given,
  });
  await expect.element(page.getByRole('heading', { name: 'Database', exact: true })).toBeVisible();
  return calls;
}

test('a part that could not be read says so, and the others are there', async () => {
  await open();
  await expect.poll(() => textOf('Database')).toMatch(/Could not be read It did not answer within 4 seconds\./);
  await expect.poll(() => textOf('Mail')).toMatch(/1,200 Needs attention/);
});

test('all checks are run one after another, and each says what came of it and what to do', async () => {
  const calls = await open();
  await userEvent.click(page.getByRole('button', { name: 'Run all checks' }));
  await expect.poll(() => textOf('Mail')).toMatch(/Failed The login was refused\. Check SMTP_URL\. 12 ms/);
  await expect.poll(() => textOf('Database')).toMatch(/Passed Well\./);
  expect(calls.filter(({ method }) => method === 'POST').map(({ path }) => path)).toEqual([
    '/api/debug/checks/database/write',
    '/api/debug/checks/mail/login',
  ]);
});

test('the address leads to a part', async () => {
  await open({ address: '/admin/debug#mail' });
  await expect.poll(() => document.activeElement?.id).toBe('mail');
});

test.each(['light', 'dark'])(
  'axe finds nothing in the %s theme, and a phone has no sideways scrolling',
  async (theme) => {
    await open({ size: 'phone' });
    document.documentElement.dataset['theme'] = theme;
    await userEvent.click(page.getByRole('button', { name: 'Connect and log in' }));
    await expect.element(page.getByText('The login was refused.')).toBeVisible();
    const { violations } = await axe.run(document.body);
    expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  },
);
