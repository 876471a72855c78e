import type { IconName } from '../../domain/icons.ts';
import type { Status } from '../../domain/workflow.ts';
import type { Tone } from './Chip.tsx';
import { addDrawings } from './iconDrawings.ts';
import { statusIcons } from './statusIcons.ts';

addDrawings(statusIcons);

/** Colours by the specification's section 4; the icon says the same to those who see no colour. */
export const statusLooks: Record<Status, { tone: Tone; icon: IconName }> = {
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
};
