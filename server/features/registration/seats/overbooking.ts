import { isCapable } from '../../../../domain/declarations/capabilities.ts';
import { hasVisibleText } from '../../../platform/plain-text.ts';
import { problem } from '../../../platform/problem.ts';
import type { Needs } from '../../../services.ts';
import type { Ticket } from './locked-session.ts';
import type { SessionView } from './session-view.ts';
import type { ListedInstance } from '../../sessions/instance.ts';

const ONLY_ADMINS = 'Only event administrators can allow seats above the capacity.';

/** Writing the other fields of an event or a session does not include this one. */
export function addOverbookRules({ engine }: Needs<'engine'>): void {
  for (const resource of ['events', 'instances'])
    engine.rules.check(resource, async ({ actor, before, after }) => {
      const [was, is] = [before?.['overbookLimit'] ?? null, after?.['overbookLimit'] ?? null];
      if (after === null || was === is || isCapable(actor, 'overbookSessions')) return null;
      return { overbookLimit: ONLY_ADMINS };
    });
}

/** Seats above the capacity that staff may still give. */
export function seatsAbove({ capacity, taken, overbookLimit }: ListedInstance): number {
  return Math.max(0, capacity + overbookLimit - Math.max(taken, capacity));
}

/** What staff can do for a person without a seat in a full session. */
export function fullSessionAdvice({ startsAt }: ListedInstance, now: number): string {
  if (now < startsAt) return 'Choose another session, or have an event administrator allow more seats.';
  return 'Mark people who did not come as no-shows to free their seats, or choose another session.';
}

export interface Deliberation {
  /** The person's place on the waitlist. */
  own: Pick<Ticket, 'id'> | null;
  reason?: string | undefined;
  /** No further seat is given: they have one, as an offer, or are put on the waitlist. */
  hasSeat?: boolean;
  /** What they have in other sessions of the event, in words. */
  elsewhere?: string | null;
}

/**
 * Staff give a seat above the capacity, before people who have waited longer, or to someone with a ticket in another
 * upcoming session of the event, only with a reason. 409 without one.
 */
export async function requireDeliberate(session: SessionView, name: string, deliberation: Deliberation): Promise<void> {
  if (hasVisibleText(deliberation.reason)) return;
  const message = await deliberationMessage(session, name, deliberation);
  if (message !== null) throw problem(409, 'events.reason-needed', 'Not added', message);
}

/** What staff give a reason for; null if they need none. */
export async function deliberationMessage(
  session: SessionView,
  name: string,
  { own, hasSeat = false, elsewhere = null }: Deliberation,
): Promise<string | null> {
  const { capacity, taken, waiting } = session.instance;
  const isAbove = !hasSeat && taken >= capacity;
  const before = hasSeat ? 0 : own === null ? waiting : (await session.queue()).findIndex(({ id }) => id === own.id);
  if (!isAbove && before <= 0 && elsewhere === null) return null;
  const sentences = [
    ...(elsewhere === null ? [] : [elsewhere]),
    ...(isAbove ? [`${formatSeatCount(capacity)}: ${name} would be number ${taken + 1}.`] : []),
    ...(before === 1 ? [`One person has waited longer than ${name}.`] : []),
    ...(before > 1 ? [`${before} people have waited longer than ${name}.`] : []),
  ];
  return sentences.join(' ');
}

function formatSeatCount(capacity: number): string {
  return capacity === 1 ? 'The only seat is taken' : `All ${capacity} seats are taken`;
}
