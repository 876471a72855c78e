import axe from 'axe-core';
import { beforeEach, describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ClientAction } from '../../domain/declarations/actions.ts';
import { Screen } from '../../src/console/ConsoleScreen.tsx';
// Loaded before the first test, which does not wait for them then.
import '../../src/actions/CommandInputs.tsx';
import '../../src/console/show/ShowPage.tsx';
import { clientResource } from '../factories/client-resource.ts';
import { listOf, refusal, type Answers, type ApiCall } from './site-api.ts';
import { sitePage, type SIZES } from './site-page.tsx';

const ACTION: ClientAction = {
  name: 'check',
  label: { one: 'Check', many: 'Check {count}' },
  icon: 'circle-check',
  placement: ['page', 'row', 'bulk'],
  permission: 'check',
  tone: 'secondary',
  asks: true,
  inputs: {
    schema: {
      title: 'Tool',
      type: 'object',
      additionalProperties: false,
      required: ['room'],
      properties: { room: { type: 'string', title: 'Room', maxLength: 20 } },
    },
    validator: '/api/validators/none.js',
  },
};

/** Runs without a question. */
const CLEAN: ClientAction = {
  ...ACTION,
  name: 'clean',
  label: 'Mark as clean',
  icon: 'circle-check',
  asks: false,
  inputs: null,
};

/** Takes one record at a time: its name is typed, and its result is shown once. */
const RENEW: ClientAction = {
  ...CLEAN,
  name: 'renew',
  label: 'Renew key',
  placement: ['page'],
  tone: 'danger',
  asks: true,
};

const TOOLS = {
  ...clientResource('tools', { label: 'Tools', represent: '{title}', menu: null }),
  actions: [ACTION, CLEAN, RENEW],
};
const ROWS = [1, 2].map((id) => ({ id, version: 1, title: `Saw ${id}` }));
const changes = [{ resource: 'tools', id: 1, version: 2 }];

function open(address: string, answers: Answers = {}, size: keyof typeof SIZES = 'desktop'): Promise<ApiCall[]> {
  return sitePage({
    pattern: '/admin/tools/*',
    address: `/admin/tools${address}`,
    screen: <Screen resource="tools" />,
    resources: [TOOLS],
    size,
    answers: {
      'GET /api/preferences/list-tools': () => ({}),
      'GET /api/tools': () => listOf('tools', ROWS),
      'GET /api/tools/1': () => ROWS[0],
      'GET /api/tools/1/history': () => listOf('history', []),
      'GET /api/validators/none.js': () => refusal(404, 'validator.not-found', 'None'),
      'GET /api/tools/actions': ({ query }) => {
        const ids = JSON.parse(query.get('ids') ?? '[]') as number[];
        return { check: ids, clean: ids.filter((id) => id === 2) };
      },
      'POST /api/tools/actions/check/plan': ({ body }) => {
        const { ids } = body as { ids: number[] };
        return { ids, title: `Check ${ids.length}?`, notes: ['They are marked as checked.'], button: 'Check now' };
      },
      ...answers,
    },
  });
}

async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document, { rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
}

beforeEach(() => localStorage.clear());

describe('the actions of a list', () => {
  test.each(['desktop', 'phone'] as const)('are in the menu of each row: %s', async (size) => {
    const calls = await open(
      '?filter={}&page=1',
      {
        'POST /api/tools/actions/clean': () => ({ ids: [2], done: 'The tool is checked.', changes: [], result: null }),
      },
      size,
    );
    await userEvent.click(page.getByRole('button', { name: 'Actions for thing 1' }));
    await expect.element(page.getByRole('menuitem', { name: 'Check' })).toBeVisible();
    expect(page.getByRole('menuitem', { name: 'Mark as clean' }).elements()).toEqual([]);
    await expectAccessible();
    await userEvent.keyboard('{Escape}');
    await userEvent.click(page.getByRole('button', { name: 'Actions for thing 2' }));
    await userEvent.click(page.getByRole('menuitem', { name: 'Mark as clean' }));
    await expect.element(page.getByText('The tool is checked.')).toBeVisible();
    expect(calls.find(({ path }) => path.endsWith('/clean'))?.body).toEqual({ ids: [2] });
  });

  test.each(['desktop', 'phone'] as const)('ask for inputs, and are undone: %s', async (size) => {
    let isRefused = true;
    const calls = await open(
      '?filter={}&page=1',
      {
        'POST /api/tools/actions/check': () =>
          isRefused
            ? refusal(400, 'resource.invalid', 'room: There is no such room', {
                errors: { room: 'There is no such room' },
              })
            : { ids: [1, 2], done: '2 tools are checked.', changes, result: null },
        'POST /api/undo': () => ({ changes: [] }),
      },
      size,
    );
    for (const id of [1, 2]) await userEvent.click(page.getByRole('checkbox', { name: `Select Thing ${id}` }));
    await userEvent.click(page.getByRole('button', { name: 'Check 2' }));
    const dialog = page.getByRole('dialog', { name: 'Check 2?' });
    await expect.element(dialog.getByText('They are marked as checked.')).toBeVisible();
    const room = dialog.getByLabelText('Room');
    await expect.element(room).toHaveFocus();
    await userEvent.keyboard('A1');
    await expectAccessible();
    await userEvent.click(dialog.getByRole('button', { name: 'Check now' }));
    await expect.element(dialog.getByText('There is no such room')).toBeVisible();
    isRefused = false;
    await userEvent.fill(room, 'B2');
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('2 tools are checked.')).toBeVisible();
    expect(calls.filter(({ path }) => path.endsWith('/check')).map(({ body }) => body)).toEqual([
      { ids: [1, 2], inputs: { room: 'A1' } },
      { ids: [1, 2], inputs: { room: 'B2' } },
    ]);
    await expect.element(dialog).not.toBeInTheDocument();
    await userEvent.click(page.getByRole('button', { name: 'Undo' }));
    await expect.poll(() => calls.find(({ path }) => path === '/api/undo')?.body).toEqual({ changes });
    // Not once more when the records change: it can no longer be run on them.
    expect(calls.filter(({ path }) => path.endsWith('/check/plan'))).toHaveLength(1);
  });

  test('are for the whole selection while the server is asked about it', async () => {
    const answered = Promise.withResolvers<void>();
    await open('?filter={}&page=1', {
      'GET /api/tools': () => listOf('tools', [...ROWS, { id: 3, version: 1, title: 'Saw 3' }]),
      'GET /api/tools/actions': async ({ query }) => {
        const ids = JSON.parse(query.get('ids') ?? '[]') as number[];
        if (ids.length === 2) await answered.promise;
        return { check: ids };
      },
    });
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Thing 1' }));
    await expect.element(page.getByRole('button', { name: 'Check', exact: true })).toBeVisible();
    await userEvent.click(page.getByRole('checkbox', { name: 'Select Thing 2' }));
    await userEvent.click(page.getByRole('button', { name: 'Check 2' }));
    await expect.element(page.getByRole('dialog', { name: 'Check 2?' })).toBeVisible();
    answered.resolve();
  });
});

describe('the actions of a record', () => {
  test('are buttons of its page, and their questions have addresses', async () => {
    await open('/1/show?action=check');
    const dialog = page.getByRole('dialog', { name: 'Check 1?' });
    await expect.element(dialog.getByLabelText('Room')).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.element(dialog).not.toBeInTheDocument();
    expect(window.location.search).toBe('');
    await expect.element(page.getByRole('button', { name: 'Check' })).toBeVisible();
    expect(page.getByRole('button', { name: 'Mark as clean' }).elements()).toEqual([]);
  });

  test('that are not possible anymore say why', async () => {
    await open('/1/show', {
      'POST /api/tools/actions/check/plan': () => refusal(409, 'resource.refused', 'It has changed.'),
    });
    await userEvent.click(page.getByRole('button', { name: 'Check' }));
    const dialog = page.getByRole('dialog');
    await expect.element(dialog.getByText('This is not possible')).toBeVisible();
    await expect.element(dialog.getByText('It has changed.')).toBeVisible();
    await expect.element(dialog.getByRole('button', { name: 'Check' })).toBeDisabled();
  });

  test('require a text to be typed, and show a result once', async () => {
    const plan = {
      ids: [1],
      title: 'Renew the key of Saw 1?',
      notes: [{ text: 'The former key stops working.', places: [], tone: 'warning' }],
      button: 'Renew',
      typed: 'Saw 1',
    };
    const calls = await open('/1/show', {
      'GET /api/tools/actions': () => ({ renew: [1] }),
      'POST /api/tools/actions/renew/plan': () => plan,
      'POST /api/tools/actions/renew': ({ body }) =>
        (body as { typed?: string }).typed === 'Saw 1'
          ? {
              ids: [1],
              done: 'Renewed',
              changes: [],
              result: null,
              shown: { title: 'Key of Saw 1', text: 'It is not shown again.', value: 'abc-123' },
            }
          : refusal(400, 'resource.invalid', 'typed: no', { errors: { typed: 'Type it exactly as shown: Saw 1' } }),
    });
    await userEvent.click(page.getByRole('button', { name: 'Renew key' }));
    const question = page.getByRole('alertdialog', { name: 'Renew the key of Saw 1?' });
    await expect.element(question.getByText('The former key stops working.')).toBeVisible();
    const typed = question.getByLabelText('To continue, type “Saw 1”');
    await userEvent.fill(typed, 'Saw');
    await userEvent.click(question.getByRole('button', { name: 'Renew' }));
    await expect.element(typed).toHaveAccessibleDescription('Type it exactly as shown: Saw 1');
    await expectAccessible();
    await userEvent.fill(typed, 'Saw 1');
    await userEvent.click(question.getByRole('button', { name: 'Renew' }));
    const result = page.getByRole('dialog', { name: 'Key of Saw 1' });
    await expect.element(result.getByText('abc-123')).toBeVisible();
    await expectAccessible();
    await userEvent.click(result.getByRole('button', { name: 'Close' }));
    await expect.element(result).not.toBeInTheDocument();
    expect(calls.filter(({ path }) => path.endsWith('/renew')).map(({ body }) => body)).toEqual([
      { ids: [1], typed: 'Saw' },
      { ids: [1], typed: 'Saw 1' },
    ]);
  });
});
