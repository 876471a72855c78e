import { problem, tooMany, type ProblemError } from '../../platform/problem.ts';

export function noInstance(): ProblemError {
  return problem(404, 'events.not-found', 'Not found', 'This session does not exist, or you do not have access to it.');
}

export function noTicket(): ProblemError {
  return problem(404, 'events.no-ticket', 'Not found', 'This ticket does not exist, or you do not have access to it.');
}

export function queueFull(): ProblemError {
  return tooMany('events.crowded', 'Too many requests', 'Many people are signing up right now. Please try again.', 5);
}

export function notPossible(detail: string): ProblemError {
  return problem(409, 'events.not-possible', 'Not possible', detail);
}

export function onlyWithSeat(): ProblemError {
  return notPossible(
    'This series is booked as a whole. Add the person with a seat, which includes a seat in each of its sessions.',
  );
}

export function partOfWhole(): ProblemError {
  return problem(
    409,
    'events.part-of-series',
    'Only as a whole',
    'This session is one of a series that is booked as a whole. Sign up for all of its sessions.',
  );
}

export const NO_MOVE_OF_SERIES =
  'Seats in a series that is booked as a whole cannot be moved. Cancel your seats first, then sign up.';
