import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DeclaredSettings, SettingChanges, SettingState } from '../../domain/calls/settings.ts';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
import { listOf, refusal, type Answers, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const ROW = { isSet: true, fault: null, updatedAt: '2026-11-20T17:00:00.000Z', updatedBy: 'June' };

function declared(...stored: SettingState[]): DeclaredSettings {
  const initial: SettingState[] = [
    { key: 'mail.days', value: 30, row: null },
    { key: 'mail.signature', value: 'The makeshop', row: null },
    { key: 'site.open', value: true, row: null },
    { key: 'site.hosts', value: [{ name: 'One' }], row: null },
  ];
  const schema = (properties: DeclaredSettings['groups'][number]['schema']['properties']) => ({
    title: 'Group',
    type: 'object' as const,
    additionalProperties: false as const,
    required: [],
    properties,
  });
  return {
    groups: [
      {
        name: 'mail',
        title: 'Mail',
        description: 'What is sent.',
        where: { days: [{ label: 'Outbox', to: '/messages/outbox' }] },
        validatorUrl: '/api/validators/none.js',
        schema: schema({
          days: {
            type: 'integer',
            title: 'Days kept',
            description: 'Emails are deleted then.',
            minimum: 1,
            maximum: 90,
            default: 30,
          },
          signature: { type: 'string', title: 'Signature', description: 'Below emails.', default: 'The makeshop' },
        }),
      },
      {
        name: 'site',
        title: 'Site',
        where: {},
        validatorUrl: '/api/validators/none.js',
        schema: schema({
          open: { type: 'boolean', title: 'Open', description: 'Whether it is.', default: true },
          hosts: {
            type: 'array',
            title: 'Hosts',
            description: 'Who is there.',
            items: {
              type: 'object',
              title: 'Host',
              additionalProperties: false,
              required: ['name'],
              properties: { name: { type: 'string', title: 'Name', description: 'In full' } },
            },
            default: [{ name: 'One' }],
          },
        }),
      },
    ],
    settings: initial.map((setting) => stored.find(({ key }) => key === setting.key) ?? setting),
    unused: [{ id: 9, key: 'old.thing', value: '7' }],
    canUpdate: true,
  };
}

async function open(answers: Answers, size?: 'phone'): Promise<ApiCall[]> {
  return sitePage({
    pattern: '/admin/systemSettings',
    address: '/admin/systemSettings',
    screen: <Screen resource="systemSettings" />,
    answers: {
      'GET /api/model/shell': () => refusal(503, 'test.busy', 'Not now'),
      'GET /api/users': () => listOf('users', []),
      ...answers,
    },
    ...(size ? { size } : {}),
  });
}

const PATH = '/api/systemSettings/declared';
const days = page.getByRole('textbox', { name: 'Days kept' });
const save = page.getByRole('button', { name: 'Save changes' });
const sent = (calls: ApiCall[]) =>
  calls.filter(({ method }) => method === 'PUT').map(({ body }) => (body as SettingChanges).changes);

test('settings of all groups are saved together, each against the version that was read', async () => {
  const set = { key: 'mail.days', value: 10, row: { ...ROW, id: 1, version: 4 } };
  const after = declared({ ...set, value: 45, row: { ...set.row, version: 5 } });
  const calls = await open({ [`GET ${PATH}`]: () => declared(set), [`PUT ${PATH}`]: () => after });
  await userEvent.fill(days, '45');
  await userEvent.click(page.getByRole('checkbox', { name: 'Open' }));
  await userEvent.click(save);
  await expect.element(page.getByText(/^Saved /)).toBeVisible();
  expect(sent(calls)).toEqual([
    [
      { key: 'mail.days', value: 45, version: 4 },
      { key: 'site.open', value: false, version: null },
    ],
  ]);
});

test('a setting shows its default, who set it and where it acts, and is reset', async () => {
  const set = { key: 'mail.days', value: 10, row: { ...ROW, id: 1, version: 4 } };
  const calls = await open({ [`GET ${PATH}`]: () => declared(set), [`PUT ${PATH}`]: () => declared() });
  await expect.element(page.getByText('Default: 30')).toBeVisible();
  await expect.element(page.getByText(/Set by June/)).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Outbox' })).toHaveAttribute('href', '/messages/outbox');
  await userEvent.click(page.getByRole('button', { name: 'Reset to default for Days kept' }));
  await expect.element(days).toHaveValue('30');
  await userEvent.click(save);
  await expect.element(page.getByText(/^Saved /)).toBeVisible();
  expect(sent(calls)).toEqual([[{ key: 'mail.days', value: null, version: 4 }]]);
});

test('a saved value is undone, unless another person has changed it since', async () => {
  const before = declared({ key: 'mail.days', value: 10, row: { ...ROW, id: 1, version: 4 } });
  const after = declared({ key: 'mail.days', value: 45, row: { ...ROW, id: 1, version: 5 } });
  let isRefused = true;
  const calls = await open({
    [`GET ${PATH}`]: () => before,
    [`PUT ${PATH}`]: ({ body }) => {
      if ((body as SettingChanges).changes[0]?.value === 45) return after;
      return isRefused ? refusal(412, 'resource.changed-meanwhile', 'Someone has changed it') : before;
    },
  });
  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  await userEvent.fill(days, '45');
  await userEvent.click(save);
  await userEvent.click(undo);
  await expect.element(page.getByText('Someone has changed it')).toBeVisible();
  isRefused = false;
  await userEvent.click(undo);
  await expect.element(days).toHaveValue('10');
  await expect.element(undo).not.toBeInTheDocument();
  expect(sent(calls).at(-1)).toEqual([{ key: 'mail.days', value: 10, version: 5 }]);
});

test('a list without entries is saved as such, not as its default; limits are shown', async () => {
  const calls = await open({ [`GET ${PATH}`]: () => declared(), [`PUT ${PATH}`]: () => declared() });
  await expect.element(page.getByText('1 to 90')).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: 'Remove host 1' }));
  await userEvent.click(save);
  await expect.element(page.getByText(/^Saved /)).toBeVisible();
  expect(sent(calls)).toEqual([[{ key: 'site.hosts', value: [], version: null }]]);
});

test('a fault is shown beside its setting, which takes the focus', async () => {
  const errors = { 'mail.days': 'Must be at least 1' };
  await open({
    [`GET ${PATH}`]: () => declared(),
    [`PUT ${PATH}`]: () => refusal(400, 'resource.invalid', 'Not saved', { errors }),
  });
  await userEvent.fill(days, '0');
  await userEvent.click(save);
  await expect.element(page.getByText('One setting needs a correction.')).toBeVisible();
  await expect.element(page.getByText('Must be at least 1')).toBeVisible();
  await expect.element(days).toHaveFocus();
  await expect.element(days).toHaveAttribute('aria-invalid', 'true');
});

test('a fault of a list is shown at its inputs, and one takes the focus', async () => {
  await open({
    [`GET ${PATH}`]: () => declared(),
    [`PUT ${PATH}`]: () =>
      refusal(400, 'resource.invalid', 'Not saved', { errors: { 'site.hosts': 'No one is called "x"' } }),
  });
  const name = page.getByRole('textbox', { name: 'Name' });
  await expect.element(name).toHaveAccessibleDescription('In full');
  await userEvent.fill(name, 'x');
  await userEvent.click(save);
  await expect.element(name).toHaveFocus();
  await expect.element(name).toHaveAccessibleDescription(/^In full .*No one is called "x"$/);
});

test('what someone else has set meanwhile is shown before it is replaced', async () => {
  let isTaken = false;
  const theirs = { key: 'mail.days', value: 20, row: { ...ROW, id: 1, version: 1 } };
  const calls = await open({
    [`GET ${PATH}`]: () => (isTaken ? declared(theirs) : declared()),
    [`PUT ${PATH}`]: () => {
      if (isTaken) return declared({ ...theirs, value: 45, row: { ...theirs.row, version: 2 } });
      isTaken = true;
      return refusal(412, 'resource.changed-meanwhile', 'Changed in the meantime');
    },
  });
  await userEvent.fill(days, '45');
  await userEvent.click(save);
  await expect.element(page.getByText('June set it to 20. Save again to replace that.')).toBeVisible();
  await userEvent.click(save);
  await expect.element(page.getByText(/^Saved /)).toBeVisible();
  expect(sent(calls).at(-1)).toEqual([{ key: 'mail.days', value: 45, version: 1 }]);
});

test('search finds settings by name and help; what no version uses is listed', async () => {
  await open({ [`GET ${PATH}`]: () => declared() });
  await expect.element(page.getByRole('code')).toBeVisible();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search settings' }), 'deleted');
  await expect.element(days).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: 'Open' })).not.toBeInTheDocument();
  await userEvent.fill(page.getByRole('searchbox', { name: 'Search settings' }), 'zeppelin');
  await userEvent.click(page.getByRole('button', { name: 'Show all settings' }));
  await expect.element(page.getByRole('checkbox', { name: 'Open' })).toBeVisible();
});

test.each(['light', 'dark'])('axe finds nothing on a phone in the %s theme', async (theme) => {
  document.documentElement.dataset['theme'] = theme;
  await open(
    { [`GET ${PATH}`]: () => declared({ key: 'mail.days', value: 10, row: { ...ROW, id: 1, version: 4 } }) },
    'phone',
  );
  await expect.element(days).toBeVisible();
  await userEvent.fill(days, '45');
  await expect.element(page.getByText('Not saved', { exact: true })).toBeVisible();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
});
