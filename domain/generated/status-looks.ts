/* Made from schemas/resources by `npm run generate`: not edited by hand. */

/** Color and icon of each status of a request. */
export const statusLooks = {
  Unknown: { tone: 'grey', icon: 'circle-dashed' },
  Quoted: { tone: 'grey', icon: 'receipt' },
  Submitted: { tone: 'grey', icon: 'send' },
  PaymentPending: { tone: 'grey', icon: 'credit-card' },
  PaymentComplete: { tone: 'grey', icon: 'banknote' },
  ReadyForFabrication: { tone: 'darkBlue', icon: 'hammer' },
  InProcess: { tone: 'blue', icon: 'activity' },
  Delayed: { tone: 'grey', icon: 'clock' },
  ReadyForPickup: { tone: 'green', icon: 'package-check' },
  Completed: { tone: 'green', icon: 'circle-check' },
  FabricationActionNeeded: { tone: 'grey', icon: 'wrench' },
  CustomerActionNeeded: { tone: 'orange', icon: 'triangle-alert' },
  Canceled: { tone: 'red', icon: 'circle-x' },
  Stale: { tone: 'grey', icon: 'archive' },
  UnderReview: { tone: 'grey', icon: 'eye' },
  Accepted: { tone: 'blue', icon: 'badge-check' },
} as const;
