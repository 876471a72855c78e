import { problem, tooMany, type ProblemError } from '../../platform/problem.ts';
import type { OpenInstance } from './instance.ts';

export function noInstance(): ProblemError {
  return problem(404, 'events.not-found', 'Not found', 'There is no such session, or you may not see it.');
}

export function noTicket(): ProblemError {
  return problem(404, 'events.no-ticket', 'Not found', 'There is no such ticket, or you may not see it.');
}

export function crowded(): ProblemError {
  return tooMany(
    'events.crowded',
    'Too many at once',
    'Very many people are signing up right now. Please try again.',
    5,
  );
}

/** Why nobody can sign up now, in words. */
export function signupRefused(instance: OpenInstance, now: number): ProblemError {
  const [code, detail] = refusal(instance, now);
  return problem(409, `events.${code}`, 'Not signed up', detail);
}

function refusal(instance: OpenInstance, now: number): [string, string] {
  if (instance.status === 'cancelled') return ['cancelled', 'This session is cancelled.'];
  if (instance.status !== 'published' || !instance.isEventActive)
    return ['not-open', 'Sign-up for this session is not open.'];
  if (now >= instance.startsAt) return ['begun', 'This session has begun already.'];
  if (now < instance.opensAt) return ['too-early', 'Sign-up for this session has not opened yet.'];
  if (now >= instance.closesAt) return ['closed', 'Sign-up for this session is closed.'];
  if (!instance.waitlistOn) return ['full', 'All seats of this session are taken.'];
  return ['waitlist-full', 'All seats of this session are taken, and its waiting list is full.'];
}

export function notPossible(detail: string): ProblemError {
  return problem(409, 'events.not-possible', 'Not possible', detail);
}
