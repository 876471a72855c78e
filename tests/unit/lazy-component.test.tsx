import { Suspense } from 'react';
import { renderToString } from 'react-dom/server';
import { expect, test } from 'vitest';
import { codeOnItsWay, lazyComponent } from '../../src/ui/lazyComponent.tsx';

test('a part that a document needs is drawn once its code is there', async () => {
  const load = Promise.withResolvers<() => string>();
  const Part = lazyComponent(() => load.promise);
  const draw = () =>
    renderToString(
      <Suspense fallback="Loading">
        <Part />
      </Suspense>,
    );
  expect(codeOnItsWay()).toBeNull();
  expect(draw()).toContain('Loading');
  const code = codeOnItsWay();
  expect(code).not.toBeNull();
  load.resolve(() => 'The part');
  await code;
  expect(draw()).toContain('The part');
  expect(codeOnItsWay()).toBeNull();
});

test('one whose code cannot be loaded holds no document up', async () => {
  const Part = lazyComponent<object>(() => Promise.reject(new Error('no code')));
  await Part.preload();
  expect(codeOnItsWay()).toBeNull();
});
