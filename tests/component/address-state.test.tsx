import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { TextInput } from '../../src/ui/TextField.tsx';
import { useDebouncedInput } from '../../src/ui/useDebouncedInput.ts';
import { sitePage } from './site-page.tsx';

/** Search and order in the address, each set by its own control, as a list's are. */
function Listing() {
  const params = new URLSearchParams(useLocation().search);
  const navigate = useNavigate();
  const change = (name: string) => void navigate({ search: `?${new URLSearchParams([...params, [name, 'set']])}` });
  return (
    <>
      <button onClick={() => change('q')}>Search</button>
      <button onClick={() => change('sort')}>Sort</button>
      <p>{params.toString()}</p>
    </>
  );
}

test('two changes of the state in the address, one right after the other, both hold', async () => {
  await sitePage({ pattern: '/listing', address: '/listing', screen: <Listing />, answers: {} });
  await expect.element(page.getByRole('button', { name: 'Sort' })).toBeVisible();
  const [search, sort] = ['Search', 'Sort'].map((name) => page.getByRole('button', { name }).element() as HTMLElement);
  search?.click();
  // The next task could begin here.
  await Promise.resolve();
  sort?.click();
  await expect.element(page.getByText('q=set&sort=set')).toBeVisible();
});

function Search({ onReport, echo }: { onReport: (text: string) => void; echo: string }) {
  const { typed, setTyped, report } = useDebouncedInput(echo, onReport);
  return (
    <TextInput
      aria-label="Search"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
      onKeyDown={(event) => event.key === 'Enter' && report()}
    />
  );
}

test('what is typed after a search was reported is not replaced by its echo; a change from outside replaces it', async () => {
  const reported: string[] = [];
  const set: { value?: (value: string) => void } = {};
  function Holder() {
    const [value, setValue] = useState('');
    set.value = setValue;
    return <Search echo={value} onReport={(text) => reported.push(text)} />;
  }
  await render(<Holder />);
  const input = page.getByRole('textbox', { name: 'Search' });
  await userEvent.type(input, 'las{Enter}er');
  expect(reported[0]).toBe('las');
  set.value?.('las');
  await expect.poll(() => reported.at(-1)).toBe('laser');
  await expect.element(input).toHaveValue('laser');
  set.value?.('laser');
  set.value?.('');
  await expect.element(input).toHaveValue('');
  set.value?.('laser');
  await expect.element(input).toHaveValue('laser');
});
