import { KIOSK_PATH } from '../../../domain/access/route-guard.ts';
import { currentBuild } from '../currentBuild.ts';
import { loadDevice } from './loadDevice.ts';
import { sessionStore } from '../sessionStore.ts';
import { createStore } from '../createStore.ts';

/** Milliseconds between two questions whether the server still answers, and which version it has. */
export const PULSE = 30_000;

/** Whether the last question was answered. */
export const connectedStore = createStore(true);

/**
 * A kiosk page runs for a month. It reports that it is there, notices a lost connection, and loads itself again after that and after an
 * update: while no one is logged in. Until the returned function is called.
 */
export function keepRunning(reload: () => void): () => void {
  let isRunning = false;
  let isStale = false;
  const pulse = async (): Promise<void> => {
    if (isRunning) return;
    isRunning = true;
    try {
      const isAnswered = await loadDevice();
      if (isAnswered && !connectedStore.get()) isStale = true;
      connectedStore.set(isAnswered);
      if (isAnswered && !isStale) isStale = await isOutdated();
      if (isStale && isAnswered && !sessionStore.get().isLoggedIn) reload();
    } finally {
      isRunning = false;
    }
  };
  const timer = setInterval(() => void pulse(), PULSE);
  const onOnline = (): void => void pulse();
  window.addEventListener('online', onOnline);
  return () => {
    clearInterval(timer);
    window.removeEventListener('online', onOnline);
  };
}

async function isOutdated(): Promise<boolean> {
  try {
    const response = await fetch(KIOSK_PATH, { cache: 'no-store', headers: { accept: 'text/html' } });
    if (!response.ok) return false;
    const page = new DOMParser().parseFromString(await response.text(), 'text/html');
    const build = currentBuild(page);
    return build !== '' && build !== currentBuild();
  } catch {
    return false;
  }
}
