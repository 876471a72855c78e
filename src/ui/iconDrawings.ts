import type { LucideIcon } from 'lucide-react';
import { coreIcons } from './coreIcons.ts';

type Drawings = Readonly<Record<string, LucideIcon>>;

/** Icons bundled with the page's code: those that a server-rendered document can contain. */
let first: Drawings = coreIcons;
let drawings: Drawings = coreIcons;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

export function currentDrawings(): Drawings {
  return drawings;
}

export function firstDrawings(): Drawings {
  return first;
}

export function onDrawingsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function addDrawings(more: Drawings): void {
  first = { ...first, ...more };
  show(more);
}

/** Loads the remaining icons unless `name` is available. A failed load is retried by the next icon. */
export function wantDrawing(name: string): void {
  if (name in drawings) return;
  loading ??= Promise.all([import('./otherIcons.ts'), import('./statusIcons.ts')]).then(
    ([{ otherIcons }, { statusIcons }]) => show({ ...otherIcons, ...statusIcons }),
    () => {
      loading = null;
    },
  );
}

function show(more: Drawings): void {
  drawings = { ...drawings, ...more };
  for (const listener of listeners) listener();
}
