import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EditorShell, useEditorPanes } from '../../src/console/editing/EditorShell.tsx';
import { sitePage } from './site-page.tsx';

function Editor() {
  return (
    <EditorShell
      noun="form"
      title="Poster printing"
      back={{ to: '/forms', label: 'Forms' }}
      panes={useEditorPanes()}
      editing={null}
      status={{ untouched: '' }}
      actions={() => null}
      edit={{ label: 'Fields', content: <input aria-label="Maximum" /> }}
      preview={<p>The form</p>}
      history={{
        versions: [],
        current: '',
        empty: '',
        queryKey: [],
        read: () => Promise.resolve(''),
        changes: () => null,
        restore: undefined,
      }}
      conflict={null}
    />
  );
}

/** Without the site's frame, the head of the page lies on the tabs. */
function openTab(name: string): void {
  page
    .getByRole('tab', { name })
    .element()
    .dispatchEvent(new MouseEvent('click', { bubbles: true }));
}

test('a tablet that is turned, and a look at the preview, lose nothing that is typed in an editor', async () => {
  await sitePage({ pattern: '/here', address: '/here', screen: <Editor />, answers: {} });
  const input = page.getByRole('textbox', { name: 'Maximum' });
  await userEvent.fill(input, 'not a number');
  for (const width of [800, 1280]) {
    await page.viewport(width, 800);
    await expect.poll(() => page.getByRole('tab', { name: 'Fields' }).elements().length).toBe(width < 1200 ? 1 : 0);
    await expect.element(input).toHaveValue('not a number');
  }
  await page.viewport(800, 800);
  openTab('Preview');
  await expect.element(page.getByText('The form')).toBeVisible();
  openTab('Fields');
  await expect.element(input).toHaveValue('not a number');
});
