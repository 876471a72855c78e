import type { PairedDevice } from '../../../domain/calls/kiosk.ts';
import { send } from '../api.ts';
import { setDevice } from '../kioskStore.ts';

/** Reads the pairing. False when the server cannot be reached: the state then stays as it is. */
export async function loadDevice(): Promise<boolean> {
  try {
    const response = await send('/api/kiosk');
    if (response.status === 200) setDevice((await response.json()) as PairedDevice);
    else if (response.status === 204) setDevice(null);
    else return false;
    return true;
  } catch {
    return false;
  }
}
