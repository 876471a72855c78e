/** What only secure contexts (https, localhost) have: Atrium also runs over plain HTTP. ESLint rejects these names elsewhere in src. */

export function randomId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x40;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const hex = [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** Whether the text is in the clipboard now. */
export async function copyText(text: string): Promise<boolean> {
  const clipboard = navigator.clipboard as Clipboard | undefined;
  try {
    if (clipboard === undefined) return copySelection(text);
    await clipboard.writeText(text);
    return true;
  } catch {
    return copySelection(text);
  }
}

/** Copies as the key for copying would. The focus stays where it is. */
function copySelection(text: string): boolean {
  const focused = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.readOnly = true;
  field.setAttribute('aria-hidden', 'true');
  field.style.cssText = 'position: fixed; inset-block-start: 0; opacity: 0';
  // Inside a dialog, whose focus may not leave it.
  (focused?.closest('dialog, [role="dialog"], [role="alertdialog"]') ?? document.body).append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true });
  }
}

interface OfflineCaches {
  caches: CacheStorage;
  /** Registers the worker, which then fetches what the caches are to hold; one that is registered fetches it now. */
  fill: (worker: string) => Promise<unknown>;
  /** The site's only worker. */
  unregister: () => Promise<unknown>;
}

/** The caches that service workers answer from, with the way to have them filled; null where there are none. */
export function offlineCaches(): OfflineCaches | null {
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined;
  if (typeof window === 'undefined' || !('caches' in window) || workers === undefined) return null;
  return {
    caches: window.caches,
    fill: async (worker) => (await workers.register(worker)).active?.postMessage('fill'),
    unregister: async () => (await workers.getRegistration())?.unregister(),
  };
}

/** Runs `work` in one tab of this browser at a time; immediately in each of them where browsers offer no locks. */
export async function inOneTab(name: string, signal: AbortSignal, work: () => Promise<void>): Promise<void> {
  const locks = navigator.locks as LockManager | undefined;
  await (locks === undefined ? work() : locks.request(name, { signal }, work));
}
