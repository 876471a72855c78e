import { forgetCopy, TAP_STATION } from '../../app/deviceCopy.ts';
import { persist, readPersisted } from '../../app/persisted.ts';
import { deleteSealedQueue } from '../../ui/sealedQueue.ts';
import { tapQueueName } from './tapQueue.ts';

/** What a paired station shows without a connection. It names no one. */
interface StationCopy {
  /** No account: as of visitors. */
  userName: null;
  centerId: number;
  centerName: string;
}

/** The name of the center; null where this browser is not its station. */
export function storedStation(centerId: number): string | null {
  const stored = readPersisted(TAP_STATION.store) as StationCopy | null;
  return stored?.centerId === centerId ? stored.centerName : null;
}

export function storeStation(centerId: number, centerName: string): void {
  persist(TAP_STATION.store, { userName: null, centerId, centerName } satisfies StationCopy);
}

/** The pairing has ended: the taps that are not sent are lost with their key. */
export function forgetStation(centerId: number): void {
  if (storedStation(centerId) !== null) forgetCopy(TAP_STATION);
  void deleteSealedQueue(tapQueueName(centerId)).catch(() => undefined);
}
