import { useEffect, useState } from 'react';
import { useStore } from '../../app/createStore.ts';
import { useBackOnline } from '../../ui/useBackOnline.ts';
import { TapDesk } from './tapDesk.ts';
import type { Shown } from './tapLooks.ts';

export interface Taps {
  shown: Shown | null;
  isBusy: boolean;
  /** Taps that are not sent yet. */
  waiting: number;
  /** Whether those are being sent now. */
  isSending: () => boolean;
  take: (text: string) => void;
  show: (shown: Shown | null) => void;
}

/** The taps of a paired station, one after another: the newest takes the screen. */
export function useTaps(centerId: number, onUnpaired: () => void): Taps {
  const [shown, setShown] = useState<Shown | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const [desk] = useState(() => new TapDesk(centerId, { show: setShown, setBusy: setIsBusy, onUnpaired }));
  const waiting = useStore(desk.waiting);
  useEffect(() => desk.start(), [desk]);
  useBackOnline(desk.flush);
  return { shown, isBusy, waiting, isSending: () => desk.isSending, take: desk.take, show: desk.show };
}
