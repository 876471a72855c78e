import { useEffect } from 'react';
import { loadCode } from '../ui/loadCode.ts';
import { createStore, useStore, type Store } from './createStore.ts';

/** A module that is imported on first use. `module` is null until it has loaded. */
export interface LazyModule<Module> {
  store: Store<{ module: Module | null; hasFailed: boolean }>;
  /** Loads it once; a failed import is retried by the next call, and once the connection is back. May be called ahead, as a prefetch. */
  load: () => void;
}

export function createLazyModule<Module>(importModule: () => Promise<Module>): LazyModule<Module> {
  const store = createStore<{ module: Module | null; hasFailed: boolean }>({ module: null, hasFailed: false });
  let isLoading = false;
  const load = () => {
    if (isLoading || store.get().module !== null) return;
    isLoading = true;
    loadCode(importModule)
      .then(
        (module) => store.set({ module, hasFailed: false }),
        () => {
          store.set({ module: null, hasFailed: true });
          window.addEventListener('online', load, { once: true });
        },
      )
      .finally(() => {
        isLoading = false;
      });
  };
  return { store, load };
}

export function useLazyModule<Module>(
  lazy: LazyModule<Module>,
  isWanted: boolean,
): { module: Module | null; hasFailed: boolean } {
  useEffect(() => {
    if (isWanted) lazy.load();
  }, [lazy, isWanted]);
  return useStore(lazy.store);
}

/** Calls `act` once the page has loaded and the browser is idle. Returns a function that cancels it. */
export function whenIdle(act: () => void): () => void {
  let idle = 0;
  const wait = () => {
    // Safari lacks requestIdleCallback.
    idle =
      typeof window.requestIdleCallback === 'function' ? window.requestIdleCallback(act) : window.setTimeout(act, 1000);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    if (typeof window.cancelIdleCallback === 'function') window.cancelIdleCallback(idle);
    else window.clearTimeout(idle);
  };
}
