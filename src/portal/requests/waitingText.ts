import type { SubmissionDetail, SubmissionSummary } from '../../../domain/calls/requests.ts';

/** Whose turn it is, as the reader would say it. */
export function waitingText({
  waitingFor,
  viewedAs = 'customer',
}: Pick<SubmissionSummary, 'waitingFor'> & Partial<Pick<SubmissionDetail, 'viewedAs'>>): string {
  if (waitingFor === 'Nobody') return '–';
  if (viewedAs === 'staff') return waitingFor === 'Staff' ? 'Us' : 'The customer';
  return waitingFor === 'Staff' ? 'Us' : 'You';
}
