import { useSyncExternalStore } from 'react';

/** A value that lives outside React, with those who want to know of its changes. */
export interface Store<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
  /** The value that documents are rendered with on the server, and taken over with. */
  first: () => Value;
}

/** `first`: where a browser begins with another value than the server can know. */
export function createStore<Value>(initial: Value, first?: Value): Store<Value> {
  let value = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of [...listeners]) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    first: () => first ?? value,
  };
}

export function useStore<Value>(store: Store<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get, store.first);
}
