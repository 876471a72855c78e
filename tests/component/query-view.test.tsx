import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { render } from 'vitest-browser-react';
import { ApiError } from '../../src/app/ApiError.ts';
import { useBoth } from '../../src/app/useBoth.ts';
import { QueryView, type QueryViewProps, type ViewedQuery } from '../../src/app/QueryView.tsx';

type Names = string[];

const refetch = vi.fn();

function refusal(status: number, detail: string): ApiError {
  return new ApiError({ type: 'about:blank', title: 'Refused', status, code: 'test.refused', detail });
}

function query(given: Partial<ViewedQuery<Names>>): ViewedQuery<Names> {
  return { data: undefined, error: null, refetch, ...given };
}

function View(props: Partial<QueryViewProps<Names>> & { query: ViewedQuery<Names> }) {
  return (
    <QueryView what="your names" empty={<p>No names</p>} {...props}>
      {(names) => <p>{names.join(', ')}</p>}
    </QueryView>
  );
}

const notice = () => page.getByText('Your names may be out of date');
const failure = () => page.getByRole('heading', { name: 'Your names could not be loaded' });

test('announces loading, then shows the data, or that there are none', async () => {
  const { rerender } = await render(<View query={query({})} />);
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading your names');
  await rerender(<View query={query({ data: ['Ada', 'Bo'] })} />);
  await expect.element(page.getByText('Ada, Bo')).toBeVisible();
  await rerender(<View query={query({ data: [] })} />);
  await expect.element(page.getByText('No names')).toBeVisible();
});

test('says why nothing could be loaded, and retries on request, within its frame', async () => {
  refetch.mockClear();
  await render(
    <View
      query={query({ error: refusal(500, 'The database is down.') })}
      frame={(state) => <section aria-label="Names">{state}</section>}
    />,
  );
  await expect.element(page.getByRole('region', { name: 'Names' }).getByText('The database is down.')).toBeVisible();
  await expect.element(failure()).toBeVisible();
  await page.getByRole('button', { name: 'Retry' }).click();
  expect(refetch).toHaveBeenCalledOnce();
});

test.each([0, 429, 503])('keeps data when status %d prevents a refresh', async (status) => {
  await render(<View query={query({ data: ['Ada'], error: refusal(status, 'Not now.') })} />);
  await expect.element(page.getByText('Ada')).toBeVisible();
  await expect.element(notice()).toBeVisible();
  await expect.element(page.getByText(status === 0 ? 'The server could not be reached' : 'Not now.')).toBeVisible();
});

test('replaces data that the account can no longer read', async () => {
  await render(<View query={query({ data: ['Ada'], error: refusal(403, 'You have no access.') })} />);
  await expect.element(failure()).toBeVisible();
  expect(page.getByText('Ada').elements()).toEqual([]);
});

test('keeps the previous answer while the server is unreachable, not after a fault', async () => {
  const { rerender } = await render(<View query={query({ data: ['Ada'] })} />);
  await expect.element(page.getByText('Ada')).toBeVisible();
  await rerender(<View query={query({ error: refusal(0, 'Offline.') })} />);
  await expect.element(notice()).toBeVisible();
  await expect.element(page.getByText('Ada')).toBeVisible();
  await rerender(<View query={query({ error: refusal(500, 'Broken.') })} />);
  await expect.element(failure()).toBeVisible();
});

test('has its own view for what does not exist', async () => {
  await render(<View query={query({ error: refusal(404, 'No such names.') })} missing={<p>Names not found</p>} />);
  await expect.element(page.getByText('Names not found')).toBeVisible();
});

test('shows two queries when both have answered, and the first error of them', async () => {
  function Both({ second }: { second: ViewedQuery<Names> }) {
    const both = useBoth(query({ data: FIRST }), second);
    return (
      <QueryView query={both} what="both lists">
        {([first, other]) => <p>{[...first, ...other].join(', ')}</p>}
      </QueryView>
    );
  }
  const { rerender } = await render(<Both second={query({})} />);
  await expect.element(page.getByRole('status')).toHaveTextContent('Loading both lists');
  await rerender(<Both second={query({ data: ['Bo'] })} />);
  await expect.element(page.getByText('Ada, Bo')).toBeVisible();
  await rerender(<Both second={query({ error: refusal(500, 'Broken.') })} />);
  await expect.element(page.getByText('Broken.')).toBeVisible();
});

const FIRST: Names = ['Ada'];
