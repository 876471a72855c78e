/** Statuses of a request, in the specification's order. */
export const STATUSES = [
  'Unknown', 'Quoted', 'Submitted', 'PaymentPending', 'PaymentComplete', 'ReadyForFabrication', 'InProcess', 'Delayed',
  'ReadyForPickup', 'Completed', 'FabricationActionNeeded', 'CustomerActionNeeded', 'Canceled', 'Stale', 'UnderReview', 'Accepted',
] as const;
export type Status = (typeof STATUSES)[number];
