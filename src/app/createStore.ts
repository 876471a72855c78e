import { useSyncExternalStore } from 'react';

/** A value outside React that notifies its subscribers of changes. */
export interface Store<Value> {
  get: () => Value;
  set: (value: Value) => void;
  subscribe: (listener: () => void) => () => void;
  /** The value during server rendering and hydration. */
  first: () => Value;
}

/** `first`: the server's value, where the browser starts with one that the server cannot know. */
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
