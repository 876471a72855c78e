import type { LucideIcon } from 'lucide-react';
import { isIconName } from '../../domain/icons.ts';
import { coreIcons } from './coreIcons.ts';

let drawings: Readonly<Record<string, LucideIcon>> = coreIcons;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** All drawings that are here by now. */
export function currentDrawings(): Readonly<Record<string, LucideIcon>> {
  return drawings;
}

/** Those that every first load has: what a document was rendered with. */
export function firstDrawings(): Readonly<Record<string, LucideIcon>> {
  return coreIcons;
}

export function onDrawingsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Loads the other icons when `name` is one of them. A failed load leaves its place empty and is tried again by the next. */
export function wantDrawing(name: string): void {
  if (name in drawings || !isIconName(name)) return;
  loading ??= import('./otherIcons.ts').then(({ otherIcons }) => {
    drawings = { ...coreIcons, ...otherIcons };
    for (const listener of listeners) listener();
  }, () => {
    loading = null;
  });
}
