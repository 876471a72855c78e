import axe from 'axe-core';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { ImportRoster, PlannedPerson, RosterFile, RosterPlan } from '../../domain/calls/classes.ts';
import { ImportDialog } from '../../src/console/resources/classes/ImportDialog.tsx';
import { refusal } from './site-api.ts';
import { sitePage, SIZES } from './site-page.tsx';

const person = (name: string, given: Partial<PlannedPerson> = {}): PlannedPerson => ({
  ...{ name, studentId: '1001', email: null, section: null, line: 2, account: null, changes: [] },
  ...given,
});
const PLAN: RosterPlan = {
  titles: ['Student ID', 'Name', 'Colour'],
  columns: ['studentId', 'name', null],
  samples: [['1001', 'Ada Byron', 'red']],
  lines: 3,
  fault: null,
  added: [person('Ada Byron')],
  returned: [],
  changed: [person('Ben Okafor', { account: 'Ben', line: 3, changes: [{ field: 'section', from: 'A', to: 'B' }] })],
  dropped: [person('Cleo Marsh', { line: null })],
  faults: [],
  counts: { added: 1, returned: 0, changed: 1, dropped: 1, unchanged: 0, faults: 0, waiting: 1 },
  keepsMissing: null,
  basis: 'f'.repeat(32),
};
const CHANGES = [{ resource: 'rosterEntries', id: 5, version: 1 }];

function Host() {
  const [isOpen, setIsOpen] = useState(true);
  return isOpen ? <ImportDialog classId={4} onClose={() => setIsOpen(false)} /> : null;
}

async function open(more: object = {}, size: keyof typeof SIZES = 'desktop') {
  const calls = await sitePage({
    pattern: '/admin/classes/4',
    address: '/admin/classes/4',
    screen: <Host />,
    answers: {
      'POST /api/rosters/4/plan': ({ body }: { body: unknown }) => {
        const { columns, keepsMissing } = body as RosterFile;
        return {
          ...PLAN,
          ...(columns === undefined ? {} : { columns }),
          ...(keepsMissing === true
            ? { dropped: [], counts: { ...PLAN.counts, dropped: 0 }, keepsMissing: 'asked' }
            : {}),
        };
      },
      'POST /api/rosters/4/import': () => ({ counts: PLAN.counts, changes: CHANGES }),
      'POST /api/undo': () => ({ changes: [] }),
      ...more,
    },
    size,
  });
  return calls;
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const paste = async (): Promise<void> => {
  await userEvent.fill(page.getByRole('textbox', { name: 'Or paste it here' }), 'Student ID,Name\n1001,Ada Byron');
  await userEvent.click(button('Preview changes'));
};

test('pasted text is previewed, then imported as previewed, and undone', async () => {
  const calls = await open();
  await expect.element(button('Preview changes')).toBeDisabled();
  await paste();
  await expect
    .element(page.getByText(/^3 people in the file: 1 new, 0 returning, 1 changed, 0 unchanged, 1 dropped/))
    .toBeVisible();
  await expect.element(page.getByRole('table', { name: 'Dropped' }).getByText('Cleo Marsh')).toBeVisible();
  await expect.element(page.getByText('Section: A → B')).toBeVisible();
  await userEvent.click(button('Import and drop 1'));
  await expect.element(page.getByText('The roster is imported: 1 new, 1 changed, 1 dropped')).toBeVisible();
  const sent = calls.find(({ path }) => path.endsWith('/import'))?.body as ImportRoster;
  expect(sent).toEqual({ text: 'Student ID,Name\n1001,Ada Byron', basis: PLAN.basis });
  await userEvent.click(button('Undo'));
  await expect.element(page.getByText('Undone')).toBeVisible();
  expect(calls.findLast(({ path }) => path === '/api/undo')?.body).toEqual({ changes: CHANGES });
});

test('columns are chosen by hand, each once, and people who are not in the file stay', async () => {
  const calls = await open();
  await paste();
  await userEvent.click(page.getByText('Columns: Student ID, Name'));
  await userEvent.selectOptions(page.getByRole('combobox', { name: 'Colour' }), 'name');
  await expect.element(page.getByRole('combobox', { name: 'Name' })).toHaveValue('');
  await userEvent.click(page.getByRole('checkbox'));
  await expect.element(button('Import')).toBeEnabled();
  expect(calls.map(({ body }) => body as RosterFile).at(-1)).toMatchObject({
    columns: ['studentId', null, 'name'],
    keepsMissing: true,
  });
});

test('faults are listed by line, and a file that cannot be read is not imported', async () => {
  await open({
    'POST /api/rosters/4/plan': () => ({
      ...PLAN,
      ...{ fault: 'Choose the column with the student ID.', columns: [null, null, null] },
    }),
  });
  await paste();
  await expect.element(page.getByText('Choose the column with the student ID.')).toBeVisible();
  await expect.element(page.getByRole('combobox', { name: 'Student ID' })).toBeVisible();
  await userEvent.click(button('Choose another file'));
  await expect
    .element(page.getByRole('textbox', { name: 'Or paste it here' }))
    .toHaveValue('Student ID,Name\n1001,Ada Byron');
});

test('a file of another kind is refused without a call', async () => {
  const calls = await open();
  await expect.element(button('Preview changes')).toBeVisible();
  const input = page.elementLocator(document.querySelector('input[type="file"]')!);
  await userEvent.upload(input, new File(['%PDF-1.4\n\0'], 'roster.csv', { type: 'text/csv' }));
  await expect
    .element(page.getByText('This is not a text file. Save the sheet as CSV and choose that file.'))
    .toBeVisible();
  expect(calls.filter(({ path }) => path.startsWith('/api/rosters'))).toEqual([]);
});

test('when the roster has changed since, it is compared again', async () => {
  const calls = await open({
    'POST /api/rosters/4/import': () => refusal(409, 'rosters.not-imported', 'Something has changed since.'),
  });
  await paste();
  await userEvent.click(button('Import and drop 1'));
  await expect.element(page.getByText('Something has changed since.')).toBeVisible();
  expect(calls.filter(({ path }) => path.endsWith('/plan'))).toHaveLength(2);
});

test.each(['desktop', 'phone'] as const)('axe finds nothing on a %s, and nothing scrolls sideways', async (size) => {
  await open({}, size);
  await paste();
  await expect.element(page.getByRole('table', { name: 'New' })).toBeVisible();
  // Tables that are too wide are scrolled by keyboard once they are measured.
  const scrolled = page.getByRole('group', { name: 'Table, scrolls sideways' });
  await expect.poll(() => scrolled.elements()).toHaveLength(size === 'phone' ? 3 : 0);
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(SIZES[size].width);
});

test('asks whether someone is the same person whose account has another name', async () => {
  const added = [
    person('Ben Okafor', { account: 'Chloe Lindqvist' }),
    person('José Ortiz', { account: 'Jose M. Ortiz' }),
    person('1001', { account: 'Dana Wei' }),
  ];
  await open({ 'POST /api/rosters/4/plan': () => ({ ...PLAN, added, counts: { ...PLAN.counts, added: 3 } }) });
  await paste();
  const rows = page.getByRole('table', { name: 'New' }).getByRole('row');
  await expect.element(rows.nth(1).getByText('Different name. Is it the same person?')).toBeVisible();
  for (const nth of [2, 3]) await expect.element(rows.nth(nth).getByText('Different name')).not.toBeInTheDocument();
});
