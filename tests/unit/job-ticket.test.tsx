import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { SubmissionDetail } from '../../domain/calls/requests.ts';
import { readFormatsFrom } from '../../domain/values/formats.ts';
import { JobTicket } from '../../src/portal/requests/submission/JobTicket.tsx';

beforeEach(() => vi.stubGlobal('window', { location: { origin: 'https://campus.example' } }));
afterEach(() => {
  vi.unstubAllGlobals();
  readFormatsFrom(() => undefined);
});

const request = {
  id: 7,
  submittedBy: { name: 'Sam Rivera', username: 'sam' },
  customer: null,
  neededOn: '2027-03-01',
  expectedOn: null,
  costCents: 125050,
  assignedTo: null,
  status: 'PaymentPending',
} as unknown as SubmissionDetail;

test.each([
  ['USD', '$1,250.50'],
  ['EUR', '€1,250.50'],
])('a job ticket has its cost in %s, the currency of the site', (currency, cost) => {
  readFormatsFrom(() => ({ currency }));
  const ticket = renderToStaticMarkup(<JobTicket detail={request} />);
  expect(ticket).toContain(`<dt>Cost</dt><dd>${cost}</dd>`);
  expect(ticket).toContain('<dd>sam</dd>');
});
