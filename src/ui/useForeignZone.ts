import { useMemo, useSyncExternalStore } from 'react';
import { foreignZoneName } from './viewerZone.ts';

const DAY = 86_400_000;

/** The name of a zone for a viewer whose clock differs from it (`foreignZoneName`); null on the server, which has no viewer. */
export function useForeignZone(zone: string, now: number | null): string | null {
  const isServer = useSyncExternalStore(subscribe, isNotServer, isOnServer);
  const day = now === null || isServer ? null : Math.floor(now / DAY);
  return useMemo(() => (day === null ? null : foreignZoneName(zone, day * DAY)), [zone, day]);
}

const subscribe = (): (() => void) => () => undefined;
const isNotServer = (): boolean => false;
const isOnServer = (): boolean => true;
