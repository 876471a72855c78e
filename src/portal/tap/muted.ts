import { createStore } from '../../app/createStore.ts';
import { persist, readPersisted } from '../../app/persisted.ts';

const STORE = 'tap-muted';

/** Of this device. */
export const mutedStore = createStore(typeof window !== 'undefined' && readPersisted(STORE) === true);

export function isMuted(): boolean {
  return mutedStore.get();
}

export function setMuted(muted: boolean): void {
  persist(STORE, muted);
  mutedStore.set(muted);
}
