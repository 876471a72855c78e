import type { BannerTone } from './Banner.tsx';

export interface Toast {
  id: number;
  text: string;
  tone: BannerTone;
  action?: { label: string; onSelect: () => void };
  /** Milliseconds until it goes. Default: TOAST_TIME. */
  time?: number;
  isLasting?: boolean;
}

export const TOAST_TIME = 6000;
/** Milliseconds in which a change can be undone. */
export const UNDO_TIME = 10_000;

let toasts: readonly Toast[] = [];
let nextId = 1;
const listeners = new Set<() => void>();

/** Shows a transient notification and returns its id. Errors that need a response are shown at their cause instead. */
export function showToast(text: string, options: Partial<Omit<Toast, 'id' | 'text'>> = {}): number {
  const toast: Toast = { tone: 'success', ...options, id: nextId++, text };
  update([...toasts.slice(-2), toast]);
  return toast.id;
}

export function dismissToast(id: number): void {
  update(toasts.filter((toast) => toast.id !== id));
}

export function dismissToasts(): void {
  update([]);
}

export function currentToasts(): readonly Toast[] {
  return toasts;
}

export function onToastsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function update(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}
