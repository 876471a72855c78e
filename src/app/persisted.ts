/** State kept in the browser's local storage as JSON, keyed by store name. */
export function readPersisted(name: string): unknown {
  try {
    return JSON.parse(localStorage.getItem(name) ?? 'null') as unknown;
  } catch {
    return null;
  }
}

/** Fails silently where storage is blocked. */
export function forgetPersisted(name: string): void {
  try {
    localStorage.removeItem(name);
  } catch {
    // Blocked storage counts as empty.
  }
}

/** Fails silently when storage is full or blocked. */
export function persist(name: string, state: unknown): void {
  if (typeof window === 'undefined') return;
  try {
    localStorage.setItem(name, JSON.stringify(state));
  } catch (error) {
    console.warn('Could not keep', name, error);
  }
}
