import { useEffect } from 'react';
import { keepScreenOn } from '../../../ui/deviceApis.ts';

/** The screen stays on while the component is shown, where the browser can do that. */
export function useWakeLock(): void {
  useEffect(keepScreenOn, []);
}
