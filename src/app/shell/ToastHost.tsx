import { useEffect, useSyncExternalStore } from 'react';
import { currentToasts, onToastsChange } from '../../ui/toasts.ts';
import { createLazyModule, useLazyModule, whenIdle } from '../lazyModule.ts';

const region = createLazyModule(() => import('./toastRegion.ts'));

/** Renders toasts, whose code is loaded once the page is idle. */
export function ToastHost() {
  const toasts = useSyncExternalStore(onToastsChange, currentToasts, currentToasts);
  const { module } = useLazyModule(region, toasts.length > 0);
  useEffect(() => whenIdle(region.load), []);
  return module && <module.ToastRegion />;
}
