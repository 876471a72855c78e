import { use, useSyncExternalStore, type ComponentType, type FunctionComponent } from 'react';
import { loadCode, reloadIfReachable } from './loadCode.ts';
import { PartNotLoaded, type NotLoadedProps } from './PartNotLoaded.tsx';
import { useBackOnline } from './useBackOnline.ts';

export type LazyComponent<Props> = FunctionComponent<Props> & {
  /** Loads the code ahead of use: what is loaded is rendered without suspending. Never rejects. */
  preload: () => Promise<void>;
};

const pendingLoads = new Set<Promise<unknown>>();

/** Resolves once the code that rendering has asked for is there; null where none is on its way. For the server, which cannot suspend. */
export function codeOnItsWay(): Promise<unknown> | null {
  return pendingLoads.size === 0 ? null : Promise.all(pendingLoads);
}

/**
 * A component whose code is loaded on first use, suspending. Where it cannot be loaded, `NotLoaded` stands in its place until it can,
 * and what is around it keeps its state; React's own `lazy` throws, and remembers the failure.
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  NotLoaded: ComponentType<NotLoadedProps> = PartNotLoaded,
): LazyComponent<Props> {
  type Attempt = Promise<ComponentType<Props> | null>;
  let latest: Attempt | null = null;
  const listeners = new Set<() => void>();
  /** What attempts resolved to. `use` suspends even for a resolved promise when it sees it first, and React shows fallbacks for 300 ms. */
  const loaded = new WeakMap<Attempt, ComponentType<Props> | null>();
  const begin = (): Attempt => {
    const begun: Attempt = loadCode(load).catch(() => null);
    pendingLoads.add(begun);
    void begun.then((component) => {
      loaded.set(begun, component);
      pendingLoads.delete(begun);
    });
    return begun;
  };
  const attempt = (): Attempt => (latest ??= begin());
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

  function Lazy(props: Props) {
    const current = useSyncExternalStore(subscribe, attempt, attempt);
    const Component = loaded.has(current) ? (loaded.get(current) ?? null) : use(current);
    return Component === null ? <Missing /> : <Component {...props} />;
  }
  const preload = async () => {
    const component = await attempt();
    // Tried again by its first use.
    if (component === null && listeners.size === 0) latest = null;
  };
  return Object.assign(Lazy, { preload });
}
