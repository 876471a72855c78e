import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { OpenForm } from '../../domain/calls/open-form.ts';
import { Screen } from '../../src/portal/requests/form/RequestFormPage.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage } from './site-page.tsx';

const OPEN: OpenForm = {
  form: { id: 3, name: 'note', title: 'Note', description: null },
  ...{ group: null, draft: null, earlier: null, submitted: null, closed: null, files: [] },
  version: {
    ...{ id: 5, number: 1, costType: 'Free', validator: '/none.js' },
    schema: {
      ...{ type: 'object', additionalProperties: false, required: [], 'x-order': ['note'] },
      properties: { note: { 'x-field': 'String', type: 'string', title: 'Note' } },
    },
  },
  pricing: { discounts: [], rate: null, isTaxIncluded: false },
  canChooseCustomer: true,
};
const UNKNOWN = 'No active account has this name.';

test('an unknown customer is flagged when the field is left, until it is changed', async () => {
  const calls = await sitePage({
    pattern: '/requests/view/:formName',
    address: '/requests/view/note',
    screen: <Screen />,
    answers: {
      'GET /api/requests/form': () => OPEN,
      'GET /api/requests/customer': ({ query }: ApiCall) =>
        query.get('customer') === 'ada' ? undefined : refusal(422, 'requests.no-customer', UNKNOWN),
    },
  });
  const checked = () =>
    calls.filter(({ path }) => path === '/api/requests/customer').map(({ query }) => query.get('customer'));
  const customer = page.getByRole('textbox', { name: 'Customer' });
  // An own request.
  await userEvent.click(customer);
  await userEvent.tab();
  await userEvent.fill(customer, ' adda ');
  expect(checked()).toEqual([]);
  await userEvent.tab();
  await expect.element(page.getByText(UNKNOWN)).toBeVisible();
  await expect.element(customer).toHaveAttribute('aria-invalid', 'true');
  await userEvent.fill(customer, 'ada');
  await expect.element(page.getByText(UNKNOWN)).not.toBeInTheDocument();
  await userEvent.tab();
  await expect.poll(checked).toEqual(['adda', 'ada']);
  await expect.element(customer).not.toHaveAttribute('aria-invalid');
});
