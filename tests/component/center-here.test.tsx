import axe from 'axe-core';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PersonHere } from '../../domain/calls/centers.ts';
import { Screen } from '../../src/console/resources/centers/HereScreen.tsx';
import { sitePage, SIZES } from './site-page.tsx';

const ARRIVED = { hostName: null, arrivedAt: '2027-03-09T17:00:00.000Z' };
const ADA: PersonHere = { visitId: 4, name: 'Ada Byron', isVisitor: false, ...ARRIVED };
const GRACE: PersonHere = { visitId: 5, name: 'Grace Hopper', isVisitor: true, ...ARRIVED, hostName: 'Ada Byron' };

test.each(Object.keys(SIZES) as (keyof typeof SIZES)[])('the front desk signs a person out, on a %s', async (size) => {
  let people = [ADA, GRACE];
  const calls = await sitePage({
    pattern: '/centers/here',
    address: '/centers/here',
    screen: <Screen />,
    answers: {
      'GET /api/centerVisits/here': () => ({
        asOf: '2027-03-09T18:00:00.000Z',
        centers: [{ id: 7, name: 'Makeshop', timezone: 'America/Denver', people }],
      }),
      'POST /api/visits/actions/depart/plan': () => ({
        ...{ ids: [5], title: 'Record departure?', notes: [], button: 'Record departure', asks: false, inputs: null },
      }),
      'POST /api/visits/actions/depart': () => {
        people = [ADA];
        return { ids: [5], done: 'The departure is recorded.', changes: [], result: null };
      },
    },
    size,
  });
  await expect.element(page.getByText('Visitor of Ada Byron, since 10 AM')).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Sign in a person at Makeshop' })).toBeVisible();
  const { violations } = await axe.run(document.body);
  expect(violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)])).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(window.innerWidth);
  await userEvent.click(page.getByRole('button', { name: 'Sign out Grace Hopper' }));
  await expect.element(page.getByText('The departure is recorded.')).toBeVisible();
  await expect.element(page.getByText('1 person, Mar 9, 2027, 11 AM')).toBeVisible();
  const body = calls.find(({ path }) => path.endsWith('/depart'))?.body;
  expect(body).toMatchObject({ ids: [5] });
  expect(page.getByText('Grace Hopper').elements()).toEqual([]);
});
