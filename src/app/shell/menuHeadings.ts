import type { MenuEntry } from '../../../domain/declarations/site.ts';

export interface MenuBlock {
  heading: string | undefined;
  entries: MenuEntry[];
}

/** The entries of a section by heading, in their order. */
export function menuBlocks(entries: readonly MenuEntry[]): MenuBlock[] {
  const blocks: MenuBlock[] = [];
  for (const entry of entries) {
    const block = blocks.at(-1);
    if (block !== undefined && block.heading === entry.heading) block.entries.push(entry);
    else blocks.push({ heading: entry.heading, entries: [entry] });
  }
  return blocks;
}
