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

/** The entries whose label or heading has a word that begins with each word of the text. */
export function filterMenu(entries: readonly MenuEntry[], text: string): MenuEntry[] {
  const wanted = wordsOf(text);
  return entries.filter(({ label, heading = '' }) => {
    const words = wordsOf(`${label} ${heading}`);
    return wanted.every((start) => words.some((word) => word.startsWith(start)));
  });
}

function wordsOf(text: string): string[] {
  return text.toLowerCase().split(/\s+/u).filter(Boolean);
}
