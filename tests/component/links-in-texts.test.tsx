import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { RichText } from '../../src/ui/RichText.tsx';
import { sitePage } from './site-page.tsx';

const HTML = '<p><a href="/docs?search=laser">Guides</a> <a href="/api/Content/plan.pdf">The plan</a></p>';

/** Clicks that nothing in the app has taken, which the browser would follow by loading a document. */
function countLeft(): { hrefs: string[] } {
  const left: { hrefs: string[] } = { hrefs: [] };
  const note = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (link === null || event.defaultPrevented) return;
    left.hrefs.push(link.getAttribute('href') ?? '');
    event.preventDefault();
  };
  window.addEventListener('click', note);
  onTestFinished(() => window.removeEventListener('click', note));
  return left;
}

test('a link to a page of this site in a text navigates within the app; a file, a new tab and a dialog do not', async () => {
  await sitePage({
    pattern: '*',
    address: '/content/static/about',
    screen: (
      <>
        <RichText html={HTML} />
        <dialog open>
          <RichText html='<p><a href="/docs">From a dialog</a></p>' />
        </dialog>
      </>
    ),
    answers: {},
  });
  const left = countLeft();
  await page.getByRole('link', { name: 'From a dialog' }).click();
  await page.getByRole('link', { name: 'The plan' }).click();
  await page.getByRole('link', { name: 'Guides' }).click({ modifiers: ['ControlOrMeta'] });
  expect(left.hrefs).toEqual(['/docs', '/api/Content/plan.pdf', '/docs?search=laser']);
  expect(window.location.pathname).toBe('/content/static/about');
  await page.getByRole('link', { name: 'Guides' }).click();
  await expect.poll(() => window.location.pathname + window.location.search).toBe('/docs?search=laser');
  expect(left.hrefs).toHaveLength(3);
});
