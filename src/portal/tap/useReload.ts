import { useEffect, useRef } from 'react';
import { keepRunning } from '../../app/kiosk/keepRunning.ts';

/**
 * Reports that the station is there, and loads it again after an update or an outage, as soon as `isIdle`: no one reads or types, and no
 * taps are being sent. Those that are stored are sent by the next page.
 */
export function useReload(isIdle: () => boolean): void {
  const latest = useRef(isIdle);
  useEffect(() => {
    latest.current = isIdle;
  });
  useEffect(
    () =>
      keepRunning(() => {
        if (latest.current()) window.location.reload();
      }),
    [],
  );
}
