import type { PairedDevice } from '../../domain/calls/kiosk.ts';
import { createStore } from './createStore.ts';
import { forgetPersisted, persist, readPersisted } from './persisted.ts';

/** The device that this browser is paired as, with the center or session that it is for; null for others. */
export const kioskStore = createStore<PairedDevice | null>(null);

/** In the local storage of browsers that were once opened as a device: only they look for a pairing. */
const FLAG = 'device';

/** The specification's kiosk flag: everything that this browser shows is in kiosk mode. */
export function isKioskDevice(device = kioskStore.get()): boolean {
  return device !== null && device.kind !== 'tapStation';
}

/** Whether this browser is, or is to become, a device. */
export function canBeDevice(pathname: string): boolean {
  return readPersisted(FLAG) === true || /^\/(kiosk|tapStation)(\/|$)/i.test(pathname);
}

export function setDevice(device: PairedDevice | null): void {
  if (device === null) forgetPersisted(FLAG);
  else persist(FLAG, true);
  const before = kioskStore.get();
  if (before !== null && device !== null && JSON.stringify(before) === JSON.stringify(device)) return;
  kioskStore.set(device);
}
