import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import type { Status } from '../../../../domain/requests/workflow.ts';

const FOR_CUSTOMER: Record<Status, string> = {
  Unknown: 'The status of this request is unknown. Ask staff.',
  Submitted: 'We have your request and will look at it.',
  UnderReview: 'We are reviewing your request.',
  Quoted: 'Your quote is ready. Accept it or ask for a change.',
  Accepted: 'Your request is accepted. We take it from here.',
  PaymentPending: 'Payment is due. Work starts once you have paid.',
  PaymentComplete: 'We received your payment. Work starts soon.',
  ReadyForFabrication: 'Your request is in the queue.',
  InProcess: 'We are working on it.',
  Delayed: 'It is taking longer than planned.',
  ReadyForPickup: 'Your order is ready for pickup.',
  Completed: 'Your request is complete.',
  FabricationActionNeeded: 'Something went wrong on our end. We will make it again.',
  CustomerActionNeeded: 'We need something from you to continue.',
  Canceled: 'This request was canceled.',
  Stale: 'This request has been waiting for a long time.',
};

const FOR_STAFF: Record<Status, string> = {
  Unknown: 'Imported without a status.',
  Submitted: 'New. No one has started on it.',
  UnderReview: 'Under review.',
  Quoted: 'Waiting for the customer to accept the quote.',
  Accepted: 'Accepted. Work can continue.',
  PaymentPending: 'Waiting for payment.',
  PaymentComplete: 'Paid. Work can start.',
  ReadyForFabrication: 'In the queue.',
  InProcess: 'In progress.',
  Delayed: 'Delayed. Enter when work continues.',
  ReadyForPickup: 'Waiting for the customer to pick it up.',
  Completed: 'Done.',
  FabricationActionNeeded: 'Fabrication failed. It has to be made again.',
  CustomerActionNeeded: 'Waiting for the customer.',
  Canceled: 'Canceled.',
  Stale: 'No activity for a long time.',
};

/** Where the request stands and who must act, in a sentence. */
export function situationOf(detail: Pick<SubmissionDetail, 'status' | 'viewedAs'>): string {
  return (detail.viewedAs === 'staff' ? FOR_STAFF : FOR_CUSTOMER)[detail.status];
}
