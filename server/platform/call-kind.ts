import { AsyncLocalStorage } from 'node:async_hooks';

interface CallKind {
  /** "GET /api/events"; calls of one kind share a part of the database connections. */
  name: string;
  /** Holds a connection until its transaction ends: a second one must not wait for others of its kind, which wait for the first. */
  inTransaction: boolean;
}

const current = new AsyncLocalStorage<CallKind>();
const BACKGROUND: CallKind = { name: 'background', inTransaction: false };

/** The kind of call that the running code belongs to; jobs and timers are one kind. */
export function callKind(): CallKind {
  return current.getStore() ?? BACKGROUND;
}

/** Runs `work` and all that it starts as part of calls named `name`. */
export function asCall<T>(name: string, work: () => T): T {
  return current.run({ name, inTransaction: false }, work);
}

export function inTransaction<T>(work: () => T): T {
  return current.run({ name: callKind().name, inTransaction: true }, work);
}
