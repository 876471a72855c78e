import { useState } from 'react';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { CodeBoundary } from '../../src/ui/CodeBoundary.tsx';
import { lazyComponent } from '../../src/ui/lazyComponent.tsx';

/** Fewer than the 300 ms for which React keeps a fallback. */
const FRAMES = 8;

test('a part that the user opens replaces its fallback as soon as its code is there', async () => {
  const load = Promise.withResolvers<() => string>();
  const Part = lazyComponent(() => load.promise);
  function Opener() {
    const [isOpen, setIsOpen] = useState(false);
    return (
      <>
        <button onClick={() => setIsOpen(true)}>Open</button>
        {isOpen && (
          <CodeBoundary fallback="Loading">
            <Part />
          </CodeBoundary>
        )}
      </>
    );
  }
  await render(<Opener />);
  await userEvent.click(page.getByRole('button', { name: 'Open' }));
  await expect.element(page.getByText('Loading')).toBeVisible();
  load.resolve(() => 'The part');
  for (let frame = 0; frame < FRAMES; frame++) await new Promise(requestAnimationFrame);
  expect(document.body.textContent).toContain('The part');
});
