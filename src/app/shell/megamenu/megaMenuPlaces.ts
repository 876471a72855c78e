import type { MegaMenuItem } from '../../../../domain/calls/content.ts';

export const MEGA_MENU_VIEWS = ['A-Z', 'Popularity', 'Category'] as const;
export type MegaMenuView = (typeof MEGA_MENU_VIEWS)[number];

/** The category of links without one; the Category view omits it. */
const UNCATEGORIZED = 'Uncategorized';

export interface MegaMenuGroup {
  heading: string | null;
  items: MegaMenuItem[];
}

let collator: Intl.Collator | null = null;

/** Created lazily: a browser's first collator is slow. */
function compare(a: string, b: string): number {
  collator ??= new Intl.Collator('en', { sensitivity: 'base', numeric: true });
  return collator.compare(a, b);
}

/** The links of a view (the specification's section 2.4) whose title or category contains every word of `search`, in groups. */
export function megaMenuGroups(items: readonly MegaMenuItem[], view: MegaMenuView, search = ''): MegaMenuGroup[] {
  const found = matching(items, search).toSorted(byTitle);
  if (found.length === 0) return [];
  if (view === 'A-Z') return [{ heading: null, items: found }];
  if (view === 'Popularity') return [{ heading: null, items: found.toSorted((a, b) => b.views - a.views) }];
  return byCategory(found);
}

function byCategory(items: readonly MegaMenuItem[]): MegaMenuGroup[] {
  const groups = new Map<string, MegaMenuItem[]>();
  for (const item of items) {
    const category = item.category.trim();
    if (category !== UNCATEGORIZED) groups.set(category, [...(groups.get(category) ?? []), item]);
  }
  return [...groups]
    .map(([heading, group]) => ({ heading, items: group }))
    .toSorted((a, b) => countViews(b) - countViews(a) || compare(a.heading, b.heading));
}

function countViews({ items }: MegaMenuGroup): number {
  return items.reduce((sum, { views }) => sum + views, 0);
}

function byTitle(a: MegaMenuItem, b: MegaMenuItem): number {
  return compare(a.title, b.title);
}

function matching(items: readonly MegaMenuItem[], search: string): readonly MegaMenuItem[] {
  const terms = plain(search).split(/\s+/).filter(Boolean);
  return items.filter(({ title, category }) => terms.every((word) => plain(`${title} ${category}`).includes(word)));
}

function plain(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
