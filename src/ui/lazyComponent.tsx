import { use, useSyncExternalStore, type ComponentType, type FunctionComponent } from 'react';
import { loadCode, reloadIfReachable } from './loadCode.ts';
import { PartNotLoaded, type NotLoadedProps } from './PartNotLoaded.tsx';
import { useBackOnline } from './useBackOnline.ts';

/**
 * A component whose code is loaded on first use, suspending. Where it cannot be loaded, `NotLoaded` stands in its place until it can,
 * and what is around it keeps its state; React's own `lazy` throws, and remembers the failure.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  NotLoaded: ComponentType<NotLoadedProps> = PartNotLoaded,
): FunctionComponent<Props> {
  type Attempt = Promise<ComponentType<Props> | null>;
  let latest: Attempt | null = null;
  const listeners = new Set<() => void>();
  const attempt = (): Attempt => (latest ??= loadCode(load).catch(() => null));
  const subscribe = (listener: () => void) => {
    listeners.add(listener);
    return () => listeners.delete(listener);
  };
  const again = (): Attempt => {
    latest = null;
    const next = attempt();
    for (const listener of [...listeners]) listener();
    return next;
  };
  const retry = async () => {
    if ((await again()) === null) await reloadIfReachable();
  };
  const onRetry = () => void retry();

  function Missing() {
    useBackOnline(onRetry);
    return <NotLoaded onRetry={onRetry} />;
  }

  return function Lazy(props: Props) {
    const Component = use(useSyncExternalStore(subscribe, attempt, attempt));
    return Component === null ? <Missing /> : <Component {...props} />;
  };
}
