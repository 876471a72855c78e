import type { OwnOrder } from '../../../../domain/calls/store.ts';
import type { IconName } from '../../../../domain/declarations/icons.ts';
import type { Tone } from '../../../../domain/declarations/tones.ts';

interface Look {
  tone: Tone;
  icon: IconName;
  label: string;
}

/** As in schemas/resources/orders.json; the icon conveys the same without color. */
export const ORDER_LOOKS: Readonly<Record<OwnOrder['state'], Look>> = {
  open: { tone: 'orange', icon: 'wallet', label: 'Not paid yet' },
  placed: { tone: 'blue', icon: 'circle-check', label: 'Paid' },
  ready: { tone: 'green', icon: 'package-check', label: 'Ready for pickup' },
  partlyCollected: { tone: 'yellow', icon: 'package-open', label: 'Partly collected' },
  collected: { tone: 'grey', icon: 'check', label: 'Collected' },
  canceled: { tone: 'red', icon: 'ban', label: 'Canceled' },
  expired: { tone: 'grey', icon: 'clock', label: 'Expired' },
};

/** What it means, and what comes next. */
export function stateText({ state, expiresAt, reason }: OwnOrder, formatTime: (instant: string) => string): string {
  switch (state) {
    case 'open':
      return expiresAt === null
        ? 'Pay for it to keep the items.'
        : `The items are reserved until ${formatTime(expiresAt)}. Pay for them before then.`;
    case 'placed':
      return 'The store is preparing your order. You will get a message when it is ready.';
    case 'ready':
      return 'Pick it up at the store.';
    case 'partlyCollected':
      return 'Pick up the rest at the store.';
    case 'collected':
      return 'You have picked up this order.';
    case 'canceled':
      return reason === null ? 'This order was canceled.' : `This order was canceled: ${reason}`;
    case 'expired':
      return 'It was not paid in time. Its items are in your cart again.';
  }
}
