import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { Tabs } from '../../src/ui/Tabs.tsx';

const panels = (beside: string | null) => (
  <Tabs
    label="Parts"
    selected="form"
    onSelect={() => undefined}
    beside={beside}
    tabs={[
      { key: 'form', label: 'Settings', isAlwaysMounted: true, content: <input aria-label="Message" /> },
      { key: 'preview', label: 'Preview', content: <p>What visitors see</p> },
    ]}
  />
);

test('panels keep what is typed and the focus when they move beside each other, and back', async () => {
  const { rerender } = await render(panels(null));
  const field = page.getByLabelText('Message');
  await field.fill('Closed on Friday');
  await expect.element(page.getByText('What visitors see')).not.toBeInTheDocument();
  await rerender(panels('columns'));
  await expect.element(page.getByText('What visitors see')).toBeVisible();
  await expect.element(page.getByRole('tablist')).not.toBeInTheDocument();
  await expect.element(field).toHaveFocus();
  await rerender(panels(null));
  await expect.element(page.getByRole('tab', { name: 'Settings' })).toHaveAttribute('aria-selected', 'true');
  await expect.element(field).toHaveFocus();
  await expect.element(field).toHaveValue('Closed on Friday');
});
