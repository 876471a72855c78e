import { formatCount } from '../values/formats.ts';

/** The input for the reason, which is stored with the override. */
export const OVERRIDE_REASON = {
  title: 'Reason to schedule anyway',
  description: 'It is stored with your name.',
  maxLength: 500,
} as const;

export function formatConflictCount(count: number): string {
  return formatCount(count, 'session has a conflict', 'sessions have conflicts');
}

/** What the user can do about conflicts. `isSingle`: a session on its own, whose date cannot be skipped. */
export function conflictAdvice(canOverride: boolean, isSingle: boolean): string {
  if (isSingle)
    return canOverride
      ? 'Choose another time or place, or schedule it anyway and give a reason.'
      : 'Choose another time or place. Only event administrators can schedule it anyway.';
  return canOverride
    ? 'Choose another time or place, skip these dates, or schedule them anyway and give a reason.'
    : 'Choose another time or place, or skip these dates. Only event administrators can schedule them anyway.';
}
