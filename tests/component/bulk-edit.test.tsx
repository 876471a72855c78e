import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { useResource } from '../../src/app/useResources.ts';
import { ConsoleFrame } from '../../src/console/frame/ConsoleFrame.tsx';
import { BulkEditDialog } from '../../src/console/list/BulkEditDialog.tsx';
import { sitePage } from './site-page.tsx';

function Holder() {
  const resource = useResource('instances');
  if (!resource) throw new Error('An administrator sees sessions.');
  return (
    <ConsoleFrame resource={resource}>
      <BulkEditDialog resource={resource} ids={[4, 5]} onClose={() => undefined} />
    </ConsoleFrame>
  );
}

test('a change of several rows that notifies people says how many first, and takes a note', async () => {
  const calls = await sitePage({
    pattern: '*',
    address: '/somewhere',
    screen: <Holder />,
    answers: {
      'POST /api/instances/changes/plan': () => ({ people: 3 }),
      'PATCH /api/instances': () => ({ ids: [4, 5], changes: [{ resource: 'instances', id: 4, version: 2 }] }),
    },
  });
  const data = { locationNote: 'Back door' };
  await page.getByLabelText('Fields to change').selectOptions('Exact location');
  await userEvent.fill(page.getByRole('textbox', { name: /^Exact location/ }), data.locationNote);
  await userEvent.click(page.getByRole('button', { name: 'Change 2 sessions' }));
  const question = page.getByRole('dialog', { name: 'Notify 3 people?' });
  await userEvent.fill(question.getByRole('textbox', { name: /^Note to recipients/ }), 'The front door is locked.');
  const written = () => calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  expect(written()).toEqual([]);
  await userEvent.click(question.getByRole('button', { name: 'Back' }));
  await userEvent.click(page.getByRole('button', { name: 'Change 2 sessions' }));
  await userEvent.click(question.getByRole('button', { name: 'Change 2 sessions' }));
  await expect.poll(written).toEqual([{ ids: [4, 5], data, note: 'The front door is locked.' }]);
  await expect.element(page.getByText('2 sessions changed')).toBeVisible();
});
