import { useState } from 'react';
import { expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ToastRegion } from '../../src/ui/ToastRegion.tsx';
import { currentToasts, dismissToast, showToast } from '../../src/ui/toasts.ts';

/** Rows that a toast restores or removes. */
function Rows() {
  const [rows, setRows] = useState(['First', 'Second', 'Third']);
  const remove = (row: string) => setRows((now) => now.filter((other) => other !== row));
  return (
    <>
      <button type="button">Before</button>
      <main id="main" tabIndex={-1}>
        <h1>Rows</h1>
        <ul>
          {rows.map((row) => (
            <li key={row}>
              <button
                type="button"
                onClick={() =>
                  showToast(`${row} is marked`, { action: { label: 'Remove', onSelect: () => remove(row) } })
                }
              >
                {row}
              </button>
              <button
                type="button"
                onClick={() => showToast(`${row} is read`, { action: { label: 'Undo', onSelect: () => undefined } })}
              >
                Read {row}
              </button>
            </li>
          ))}
        </ul>
        <label>
          Name <input />
        </label>
      </main>
    </>
  );
}

async function opened(): Promise<void> {
  const { unmount } = await render(
    <>
      <Rows />
      <ToastRegion />
    </>,
  );
  onTestFinished(async () => {
    await unmount();
    for (const { id } of currentToasts()) dismissToast(id);
  });
  await expect.element(button('Before')).toBeVisible();
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const toasts = () => currentToasts().length;

/** By keyboard: the button, then the one of the toast that it shows. */
async function press(name: string, inToast: string): Promise<void> {
  const element = button(name).element() as HTMLElement;
  element.focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(button(inToast)).toBeVisible();
  (button(inToast).element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(toasts).toBe(0);
}

test.for(['Undo', 'Dismiss'])('%s in a toast puts the focus back where it was', async (inToast) => {
  await opened();
  await press('Read Second', inToast);
  await expect.element(button('Read Second')).toHaveFocus();
});

test('where nothing had the focus, the page gets it', async () => {
  await opened();
  showToast('Saved', { action: { label: 'Undo', onSelect: () => undefined } });
  await expect.element(button('Undo')).toBeVisible();
  (button('Undo').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByRole('main')).toHaveFocus();
});

test('what the toast has focused keeps the focus', async () => {
  await opened();
  const name = page.getByLabelText('Name');
  const onSelect = () => (name.element() as HTMLElement).focus();
  showToast('Saved', { action: { label: 'Rename', onSelect } });
  await expect.element(button('Rename')).toBeVisible();
  (button('Before').element() as HTMLElement).focus();
  (button('Rename').element() as HTMLElement).focus();
  await userEvent.keyboard('{Enter}');
  await expect.poll(toasts).toBe(0);
  await expect.element(name).toHaveFocus();
});

test('the focus elsewhere stays there as a toast goes', async () => {
  await opened();
  const id = showToast('Saved', { isLasting: true });
  (button('Before').element() as HTMLElement).focus();
  dismissToast(id);
  await expect.element(page.getByText('Saved')).not.toBeInTheDocument();
  await expect.element(button('Before')).toHaveFocus();
});
