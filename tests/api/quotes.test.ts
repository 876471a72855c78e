import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Thread } from '../../domain/calls/messages.ts';
import { expectProblem } from './expect-problem.ts';
import { formOf, publishForm, startRequestsApp, textField, type RequestCaller } from './request-calls.ts';
import type { TestApp } from './support.ts';

let app: TestApp;
let student: RequestCaller;
let staff: RequestCaller;
let admin: RequestCaller;
beforeAll(async () => {
  ({ app, student, staff, admin } = await startRequestsApp());
});
afterAll(() => app.close());

const LINES = [
  { label: 'Setup', quantity: 1, unitCents: 500 },
  { label: 'Acrylic', quantity: 3, unitCents: 700 },
  { label: 'Student rebate', quantity: 1, unitCents: -100 },
];

async function underReview(): Promise<number> {
  const form = await publishForm(admin, formOf({ text: textField() }), { costType: 'Quoted' });
  const { id } = await student.file(form.name, { text: 'A box' });
  await staff.moved(id, 'Submitted', 'UnderReview');
  return id;
}

const quote = (id: number, inputs: object) => staff.move(id, 'UnderReview', 'Quoted', inputs);

describe('a quote', () => {
  test('has lines, whose sum is the price, and a last day', async () => {
    const id = await underReview();
    const quoted = await staff.moved(id, 'UnderReview', 'Quoted', { quoteLines: LINES });
    expect(quoted.costCents).toBe(2_500);
    expect((await student.see(id)).quotes).toMatchObject([
      { number: 1, lines: LINES, totalCents: 2_500, state: 'sent', isExpired: false },
    ]);
    const days = (Date.parse(quoted.quotes[0]!.expiresOn) - app.services.clock.now()) / 86_400_000;
    expect(Math.round(days)).toBeGreaterThanOrEqual(29);
    const { messages } = (await student.call('GET', `/api/messages/threads/submissions-${id}`)).json<Thread>();
    expect(messages.at(-1)?.html).toMatch(/Quote 1, valid until .*3 × Acrylic: \$21\.00.*Student rebate: -\$1\.00/s);
  });

  test('without a price, or with lines and a price, is refused', async () => {
    const id = await underReview();
    const refused = async (inputs: object) => Object.keys(expectProblem(await quote(id, inputs)).errors ?? {});
    expect(await refused({})).toEqual(['quoteLines']);
    expect(await refused({ quoteLines: [{ label: 'Rebate', quantity: 1, unitCents: -1 }] })).toEqual(['quoteLines']);
    expect(await refused({ quoteLines: LINES, costCents: 100 })).toEqual(['costCents']);
    expect(await refused({ quoteLines: LINES, quoteExpiresOn: '2020-01-01' })).toEqual(['quoteExpiresOn']);
    expect((await quote(id, { quoteLines: [{ label: 'X', quantity: 0, unitCents: 1 }] })).statusCode).toBe(400);
  });

  test('is replaced by the next one, with a history', async () => {
    const id = await underReview();
    await staff.moved(id, 'UnderReview', 'Quoted', { quoteLines: LINES });
    const inputs = { reason: 'Thinner, please' };
    expect((await student.act('askForChange', [id], { seen: { [id]: 'Quoted' }, inputs })).statusCode).toBe(200);
    await staff.moved(id, 'UnderReview', 'Quoted', { costCents: 1_200 });
    const correction = { costCents: 1_000, reason: 'Less material' };
    expect((await staff.act('correctPrice', [id], { inputs: correction })).statusCode).toBe(200);
    const accepted = await student.moved(id, 'Quoted', 'Accepted');
    expect(accepted.status).toBe('PaymentPending');
    expect(accepted.quotes.map(({ number, totalCents, state }) => [number, totalCents, state])).toEqual([
      [3, 1_000, 'accepted'],
      [2, 1_200, 'superseded'],
      [1, 2_500, 'changesRequested'],
    ]);
    expect(accepted.quotes[0]?.lines.at(-1)).toEqual({ label: 'Price correction', quantity: 1, unitCents: -200 });
  });

  test('cannot be accepted after its last day', async () => {
    const id = await underReview();
    await staff.moved(id, 'UnderReview', 'Quoted', { quoteLines: LINES });
    await app.services.db
      .updateTable('quotes')
      .set({ expiresOn: '2020-01-31' })
      .where('submissionId', '=', id)
      .execute();
    const late = expectProblem(await student.move(id, 'Quoted', 'Accepted'));
    expect(late.status).toBe(409);
    expect(late.detail).toMatch(/The quote was valid until .*2020\. Ask for a new one\./);
    expect(await student.see(id)).toMatchObject({ status: 'Quoted', quotes: [{ isExpired: true }] });
  });
});
