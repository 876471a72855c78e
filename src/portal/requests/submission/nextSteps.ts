import type { SubmissionDetail } from '../../../../domain/calls/requests.ts';
import type { Status } from '../../../../domain/requests/workflow.ts';

const FOR_CUSTOMER: Record<Status, string> = {
  Unknown: 'Where this request stands is not known. Ask the staff.',
  Submitted: 'We have your request and will look at it.',
  UnderReview: 'Somebody is looking at your request.',
  Quoted: 'There is a quote for you. Accept it, or ask for a change.',
  Accepted: 'Your request is accepted. We take it from here.',
  PaymentPending: 'Your payment is due. Work starts once it is in.',
  PaymentComplete: 'Your payment is in. Work starts soon.',
  ReadyForFabrication: 'Your request is in line to be made.',
  InProcess: 'We are working on it.',
  Delayed: 'It takes longer than planned.',
  ReadyForPickup: 'It is ready. Come and pick it up.',
  Completed: 'It is done.',
  FabricationActionNeeded: 'Something went wrong on our side. We will make it again.',
  CustomerActionNeeded: 'We need something from you before we can go on.',
  Canceled: 'This request was canceled.',
  Stale: 'This request has been waiting for a long time.',
};

const FOR_STAFF: Record<Status, string> = {
  Unknown: 'Imported without a status.',
  Submitted: 'New. Its processing has not begun.',
  UnderReview: 'Under review.',
  Quoted: 'Waiting for the customer to accept the quote.',
  Accepted: 'Accepted. It can go on.',
  PaymentPending: 'Waiting for payment.',
  PaymentComplete: 'Paid. Work can start.',
  ReadyForFabrication: 'In line to be made.',
  InProcess: 'Work is under way.',
  Delayed: 'Delayed. Say when it goes on.',
  ReadyForPickup: 'Waiting for the customer to pick it up.',
  Completed: 'Done.',
  FabricationActionNeeded: 'Making it failed. It has to be made again.',
  CustomerActionNeeded: 'Waiting for the customer.',
  Canceled: 'Canceled.',
  Stale: 'Nothing has happened for a long time.',
};

/** Where the request stands and who must act, in a sentence. */
export function situationOf(detail: Pick<SubmissionDetail, 'status' | 'viewedAs'>): string {
  return (detail.viewedAs === 'staff' ? FOR_STAFF : FOR_CUSTOMER)[detail.status];
}
