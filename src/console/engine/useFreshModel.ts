import { useEffect } from 'react';
import { loadModel } from '../../app/modelStore.ts';
import { clock } from '../../ui/clock.ts';

const FRESH_MS = 5000;
let readAt = clock.now();

/** Loads the model document again on each page, so that it follows changed permissions. An unchanged document costs one 304. */
export function useFreshModel(pathname: string): void {
  useEffect(() => {
    if (clock.now() - readAt < FRESH_MS) return;
    readAt = clock.now();
    void loadModel();
  }, [pathname]);
}
