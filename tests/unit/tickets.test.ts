import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  TICKET_ACTORS,
  TICKET_STATUSES,
  ticketDeadEnds,
  ticketTransition,
  type TicketFacts,
  type TicketRules,
} from '../../domain/sessions/tickets.ts';
import { DeclarationFaults } from '../../server/declarations/faults.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { copiedDeclarations, type Declarations } from '../factories/declarations.ts';

const rules = JSON.parse(readFileSync(new URL('../../config/tickets.json', import.meta.url), 'utf8')) as TicketRules;

const OPEN: TicketFacts = {
  seatsLeft: 1,
  seatsForStaff: 1,
  isWaitlistOpen: true,
  isFree: true,
  isSignupOpen: true,
  isAhead: true,
  hasBegun: false,
  isDoorOpen: false,
  areWalkInsAllowed: true,
  isOverdue: false,
  isInstanceCancelled: false,
  isInstanceBack: false,
  isHolderClosed: false,
  isPrerequisiteUnmet: false,
};

describe('config/tickets.json', () => {
  test('leads to every status, and from each to a final one', () => {
    expect(ticketDeadEnds(rules)).toEqual({ unreached: [], stuck: [] });
  });

  test('gives no one a seat that is not left, in any state of the instance', () => {
    for (const status of ['none', ...TICKET_STATUSES] as const) {
      if (status !== 'none' && rules.seated.includes(status)) continue;
      for (const by of TICKET_ACTORS)
        for (const isDoorOpen of [true, false])
          for (const isSignupOpen of [true, false])
            for (const to of rules.seated)
              expect(
                ticketTransition(
                  rules,
                  status,
                  by,
                  { ...OPEN, seatsLeft: 0, seatsForStaff: 0, isDoorOpen, isSignupOpen },
                  to,
                ),
                `${by}: ${status} to ${to}`,
              ).toBeNull();
    }
  });

  test('gives a seat above the capacity to people signed up by staff, and to no one else', () => {
    const above = { ...OPEN, seatsLeft: 0, seatsForStaff: 1, isDoorOpen: true };
    for (const from of ['none', 'waitlisted'] as const) {
      expect(ticketTransition(rules, from, 'staff', above, 'confirmed')).not.toBeNull();
      for (const by of ['attendee', 'system'] as const)
        for (const to of rules.seated) expect(ticketTransition(rules, from, by, above, to), `${by}: ${to}`).toBeNull();
    }
  });

  test('asks for payment first, and only where there is a price', () => {
    expect(ticketTransition(rules, 'none', 'attendee', OPEN)?.to).toBe('confirmed');
    expect(ticketTransition(rules, 'none', 'attendee', { ...OPEN, isFree: false })?.to).toBe('held');
    expect(ticketTransition(rules, 'offered', 'attendee', { ...OPEN, isFree: false }, 'confirmed')).toBeNull();
  });

  test('only the system offers seats and expires overdue ones', () => {
    expect(ticketTransition(rules, 'waitlisted', 'attendee', OPEN, 'offered')).toBeNull();
    expect(ticketTransition(rules, 'waitlisted', 'system', OPEN, 'offered')).not.toBeNull();
    expect(ticketTransition(rules, 'held', 'system', OPEN, 'cancelled')).toBeNull();
    expect(ticketTransition(rules, 'held', 'system', { ...OPEN, isOverdue: true }, 'cancelled')).not.toBeNull();
  });
});

describe('faults', () => {
  let files: Declarations;
  beforeEach(() => {
    files = copiedDeclarations();
  });
  afterEach(() => files.remove());

  async function faults(change: (transitions: TicketRules['transitions']) => object[]): Promise<string[]> {
    files.write('config/tickets.json', { ...rules, transitions: change(rules.transitions) });
    const error = await loadModel(files.root).then(
      () => null,
      (cause: unknown) => cause,
    );
    return error instanceof DeclarationFaults ? error.faults.map(({ message }) => message) : [];
  }

  test('are statuses that nothing leads to or from', async () => {
    const found = await faults((rows) =>
      rows
        .filter(({ to }) => to !== 'offered')
        .map((row) => ({ ...row, from: row.from.filter((status) => status !== 'held') }))
        .filter(({ from }) => from.length > 0),
    );
    expect(found).toEqual([
      'No ticket could ever become "offered"',
      'A ticket could never leave "held" for a final status',
    ]);
  });

  test('is an event that no one declares, or one for others', async () => {
    const found = await faults(([first, second, ...rest]) => [
      { ...first, notice: 'ticketHold' },
      { ...second, notice: 'requestAssigned' },
      ...rest,
    ]);
    expect(found).toEqual([
      'There is no message event "ticketHold". Did you mean "ticketHeld"?',
      'There is no message event "requestAssigned" with a template for "attendee"',
    ]);
  });
});
