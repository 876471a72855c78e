import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPriced } from '../../domain/requests/pricing.ts';
import { COST_TYPES } from '../../domain/requests/request-form.ts';
import { deadEnds, nextStates, emptyState } from '../../server/declarations/workflow-check.ts';
import {
  DONE,
  STALE_FROM,
  STATUSES,
  STATUS_LABELS,
  automaticTransition,
  openTransitions,
  stackAfterOverride,
  transitionTarget,
  triggeredTransition,
} from '../../domain/requests/workflow.ts';
import { statusLooks } from '../../domain/generated/status-looks.ts';
import type { TransitionContext, RequestState, Status, Workflow } from '../../domain/requests/workflow.ts';

const workflow = JSON.parse(readFileSync(new URL('../../config/workflow.json', import.meta.url), 'utf8')) as Workflow;
const NOW = '2026-01-01T00:00:00.000Z';
const staff: TransitionContext = { kinds: ['staff'], own: false, now: NOW };
const customer: TransitionContext = { kinds: ['customer'], own: true, now: NOW };
const targets = (state: RequestState, context: TransitionContext) =>
  openTransitions(workflow, state, context)
    .filter(({ answer, resubmit }) => !answer && !resubmit)
    .map((transition) => transitionTarget(transition, state));

describe('config/workflow.json', () => {
  test('has no dead end: every status of every cost type can still be completed or canceled', () => {
    expect(deadEnds(workflow)).toEqual([]);
  });

  test('finds a dead end where there is one', () => {
    const broken = { ...workflow, transitions: workflow.transitions.filter((row) => !row.from.includes('Quoted')) };
    expect(deadEnds(broken)).toContainEqual({ costType: 'Quoted', status: 'Quoted' });
  });

  test('keeps a way to the end from every status, overrides included', () => {
    const walk = fc.array(fc.nat(1000), { minLength: 1, maxLength: 25 });
    fc.assert(
      fc.property(fc.constantFrom(...COST_TYPES), walk, (costType, choices) => {
        let state = emptyState(costType, 'Submitted', 0);
        for (const choice of choices) {
          const to = STATUSES[choice % STATUSES.length] as Status;
          const nexts =
            choice % 7 === 0 && to !== 'Unknown'
              ? [{ ...state, status: to, returnStack: stackAfterOverride(to, state) }]
              : nextStates(workflow, state);
          state = nexts[choice % Math.max(1, nexts.length)] ?? state;
          const onward = nextStates(workflow, state).filter((next) => next.status !== state.status);
          expect(DONE.includes(state.status) || onward.length > 0).toBe(true);
          expect(
            ['Delayed', 'CustomerActionNeeded', 'Stale'].includes(state.status) && state.returnStack.length === 0,
          ).toBe(false);
        }
      }),
      { numRuns: 300 },
    );
  });

  test('lets the system settle: automatic steps form no cycle', () => {
    for (const costType of COST_TYPES) {
      for (const status of STATUSES) {
        let state = emptyState(costType, status, 1000);
        for (let count = 0; count < 5; count += 1) {
          const row = automaticTransition(workflow, state, NOW);
          if (row && row.to !== '$return') state = { ...state, status: row.to };
        }
        expect(automaticTransition(workflow, state, NOW)).toBeNull();
      }
    }
  });

  test('gives each status of a customer only what customers do', () => {
    expect(targets(emptyState('Quoted', 'Quoted', 0), customer)).toEqual(['Accepted', 'UnderReview', 'Canceled']);
    expect(targets(emptyState('Free', 'InProcess', 0), customer)).toEqual([]);
    expect(targets(emptyState('AssignedGranular', 'ReadyForPickup', 1000), customer)).toEqual(['Completed']);
    expect(targets(emptyState('Poster', 'PaymentPending', 0), customer)).toEqual(['Canceled']);
    expect(targets(emptyState('Poster', 'CustomerActionNeeded', 1000), customer)).toEqual([]);
  });

  test('keeps staff from approving their own request', () => {
    const state = emptyState('Approval', 'UnderReview', 0);
    expect(targets(state, staff)).toContain('Accepted');
    expect(targets(state, { kinds: ['customer', 'staff'], own: true, now: NOW })).not.toContain('Accepted');
  });

  test('takes requests aside only when their time has come', () => {
    for (const status of STALE_FROM) {
      const state = emptyState('Quoted', status, 0);
      expect(automaticTransition(workflow, state, NOW)?.to).not.toBe('Stale');
      expect(triggeredTransition(workflow, state, 'time', NOW)?.to).toBe('Stale');
    }
    expect(triggeredTransition(workflow, emptyState('Quoted', 'UnderReview', 0), 'time', NOW)).toBeNull();
  });

  test('cancels stale requests for which nothing is paid or made', () => {
    const stale = (from: Status, paidCents: number): RequestState => ({
      ...emptyState('Quoted', 'Stale', paidCents),
      returnStack: [from],
    });
    expect(triggeredTransition(workflow, stale('PaymentPending', 0), 'time', NOW)?.to).toBe('Canceled');
    expect(triggeredTransition(workflow, stale('PaymentPending', 500), 'time', NOW)).toBeNull();
    expect(triggeredTransition(workflow, stale('ReadyForPickup', 0), 'time', NOW)).toBeNull();
  });

  test('completes an approved request when its actions are done, and no one else does', () => {
    const accepted = emptyState('Approval', 'Accepted', 0);
    expect(automaticTransition(workflow, accepted, NOW)?.to).toBe('Completed');
    expect(automaticTransition(workflow, { ...accepted, hasOpenActions: true }, NOW)).toBeNull();
    expect(targets(accepted, staff)).not.toContain('Completed');
  });

  test('completes a paid request about a balance', () => {
    const paid = emptyState('DirectCostInput', 'PaymentComplete', 1000);
    expect(automaticTransition(workflow, paid, NOW)).toBeNull();
    expect(automaticTransition(workflow, { ...paid, changesBalance: true }, NOW)?.to).toBe('Completed');
    expect(automaticTransition(workflow, { ...paid, changesBalance: true, hasOpenActions: true }, NOW)).toBeNull();
  });

  test('returns to where an action failed once it is done', () => {
    const before = { ...emptyState('Approval', 'Accepted', 0), hasOpenActions: true };
    const failed = triggeredTransition(workflow, before, 'failure', NOW);
    expect(failed?.to).toBe('FabricationActionNeeded');
    const waiting: RequestState = { ...before, status: 'FabricationActionNeeded', returnStack: ['Accepted'] };
    expect(automaticTransition(workflow, waiting, NOW)).toBeNull();
    const done = { ...waiting, hasOpenActions: false };
    const back = automaticTransition(workflow, done, NOW);
    expect(back && transitionTarget(back, done)).toBe('Accepted');
  });

  test('returns from a detour to the previous status', () => {
    const delayed: RequestState = { ...emptyState('Free', 'Delayed', 0), returnStack: ['InProcess'] };
    expect(targets(delayed, staff)[0]).toBe('InProcess');
  });

  test('allows a reprint for 30 days only', () => {
    const done = { ...emptyState('Poster', 'Completed', 1000), statusSince: '2025-12-15T00:00:00.000Z' };
    expect(targets(done, staff)).toEqual(['FabricationActionNeeded']);
    expect(targets({ ...done, statusSince: '2025-11-30T00:00:00.000Z' }, staff)).toEqual([]);
  });
});

test('a completed request can go back for as many local days as configured, also across a change of the clock', () => {
  const zoned = { ...workflow, recentDays: 30, zone: 'America/Denver' };
  // Noon, standard time; 30 days later it is summer.
  const completed = { ...emptyState('Free', 'Completed', 0), statusSince: '2027-02-20T19:00:00.000Z' };
  const canGoBack = (now: string) =>
    openTransitions(zoned, completed, { ...staff, now }).some(({ to }) => to === 'FabricationActionNeeded');
  expect(canGoBack('2027-03-22T18:00:00.000Z')).toBe(true);
  expect(canGoBack('2027-03-22T18:00:00.001Z')).toBe(false);
});

test('buttons read as the specification says', () => {
  const { actions } = JSON.parse(
    readFileSync(new URL('../../config/resources/submissions.json', import.meta.url), 'utf8'),
  ) as { actions: { name: string; command: string; options?: { to: Status }; label: { one: string } }[] };
  const labels = new Map(actions.map(({ name, label }) => [name, label.one]));
  expect([labels.get('complete'), labels.get('cancel'), labels.get('pickedUp')]).toEqual([
    'Complete',
    'Cancel',
    'Picked up',
  ]);
  const others = actions.filter(({ name, command }) => command === 'requests.changeStatus' && !SPECIAL.includes(name));
  for (const { options, label } of others) expect(label.one).toBe(`Mark as ${STATUS_LABELS[options?.to ?? 'Unknown']}`);
  const reached = new Set(workflow.transitions.filter(({ by }) => String(by) !== 'system').map(({ to }) => to));
  reached.delete('$return');
  expect([...reached].filter((to) => !actions.some(({ options }) => options?.to === to))).toEqual([]);
});
const SPECIAL = ['complete', 'cancel', 'pickedUp'];

test('statuses have the colors of the specification', () => {
  const withTone = (tone: string) => STATUSES.filter((status) => statusLooks[status]?.tone === tone);
  expect(withTone('blue')).toEqual(['InProcess', 'Accepted']);
  expect(withTone('green')).toEqual(['ReadyForPickup', 'Completed']);
  expect(withTone('darkBlue')).toEqual(['ReadyForFabrication']);
  expect(withTone('red')).toEqual(['Canceled']);
  expect(withTone('orange')).toEqual(['CustomerActionNeeded']);
  expect(statusLooks['Stale']?.tone).toBe('grey');
});

test('only these cost types are never paid for', () => {
  expect(COST_TYPES.filter((costType) => !isPriced(costType))).toEqual(['Free', 'Approval']);
});
