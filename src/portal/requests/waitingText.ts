import type { SubmissionDetail, SubmissionSummary } from '../../../domain/calls/requests.ts';

/** Whose turn it is, as the reader would say it. */
export function waitingText({
  waitingFor,
  viewedAs = 'customer',
}: Pick<SubmissionSummary, 'waitingFor'> & Partial<Pick<SubmissionDetail, 'viewedAs'>>): string {
  if (waitingFor === 'Nobody') return '–';
  if (waitingFor === 'Staff') return 'Staff';
  return viewedAs === 'staff' ? 'The customer' : 'You';
}
