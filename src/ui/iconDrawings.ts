import type { LucideIcon } from 'lucide-react';
import { coreIcons } from './coreIcons.ts';

type Drawings = Readonly<Record<string, LucideIcon>>;

/** Those that came with the code of the page: what a document was rendered with. */
let first: Drawings = coreIcons;
let drawings: Drawings = coreIcons;
let loading: Promise<void> | null = null;
const listeners = new Set<() => void>();

/** All drawings that are here by now. */
export function currentDrawings(): Drawings {
  return drawings;
}

/** For the first render of a document that the server has rendered already. */
export function firstDrawings(): Drawings {
  return first;
}

export function onDrawingsChange(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Brings drawings along with the code that needs them. */
export function addDrawings(more: Drawings): void {
  first = { ...first, ...more };
  show(more);
}

/** Loads the other icons when `name` is none of those here. A failed load leaves its place empty and is tried again by the next. */
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
