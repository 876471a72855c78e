import { sameJson } from '../values/json.ts';
import type { PageCard, PageContent } from '../calls/page-editor.ts';

/** Three-way merge of a page that two people edited concurrently. */

/** Page fields that are merged as a whole: one side's change wins, changes on both sides conflict. */
export const MERGED_FIELDS = [
  'title',
  'name',
  'type',
  'theme',
  'backgroundUrl',
  'summary',
  'category',
  'inNavigation',
  'navigationLabel',
  'navigationIcon',
  'navigationOrder',
  'data',
] as const satisfies readonly (keyof PageContent)[];
export type MergedField = (typeof MERGED_FIELDS)[number];
/** All fields of the page itself: tags are merged one by one. */
export const PAGE_FIELDS = [...MERGED_FIELDS, 'tags'] as const satisfies readonly Exclude<keyof PageContent, 'cards'>[];

/** A field or card that both sides changed differently. `key`: the field's name or the card's key, as in `choices`. A null card was removed. */
export type PageConflict =
  | { kind: 'field'; key: MergedField; mine: PageContent[MergedField]; theirs: PageContent[MergedField] }
  | { kind: 'card'; key: string; mine: PageCard | null; theirs: PageCard | null };

export type Side = 'mine' | 'theirs';

export interface PageMerge {
  content: PageContent;
  /** Page fields first, then cards in the order of mine. Independent of the choices. */
  conflicts: PageConflict[];
}

/**
 * Merges `mine` and `theirs`, both derived from `base`. Changes to different fields and cards, reordering, added and removed cards are
 * combined. A conflict is resolved to the side that `choices` names for it, by default theirs. Cards match by key, or by id where the
 * keys differ. Keys of the result are unique, and mine where mine has the card.
 */
export function mergePages(
  base: PageContent,
  mine: PageContent,
  theirs: PageContent,
  choices: ReadonlyMap<string, Side> = new Map(),
): PageMerge {
  const conflicts: PageConflict[] = [];
  const fields = Object.fromEntries(
    MERGED_FIELDS.map((field) => {
      const side = changedBy(base[field], mine[field], theirs[field]);
      if (side !== 'both') return [field, (side === 'mine' ? mine : theirs)[field]];
      conflicts.push({ kind: 'field', key: field, mine: mine[field], theirs: theirs[field] });
      return [field, (choices.get(field) === 'mine' ? mine : theirs)[field]];
    }),
  ) as Pick<PageContent, MergedField>;
  const cards = mergeCards(base.cards, mine.cards, theirs.cards, choices);
  return {
    content: { ...fields, tags: mergeTags(base.tags, mine.tags, theirs.tags), cards: cards.merged },
    conflicts: [...conflicts, ...cards.conflicts],
  };
}

/** Whether two contents render the same, ignoring keys and ids of cards. */
export function sameContent(one: PageContent, other: PageContent): boolean {
  const shown = ({ cards, ...rest }: PageContent) => ({ ...rest, cards: cards.map(visibleCard) });
  return sameJson(shown(one), shown(other));
}

/** The side whose value the result takes; both: each changed it differently. */
function changedBy(base: unknown, mine: unknown, theirs: unknown): Side | 'both' {
  if (sameJson(mine, base) || sameJson(mine, theirs)) return 'theirs';
  return sameJson(theirs, base) ? 'mine' : 'both';
}

/** Theirs, without the tags that mine removed and with those that it added. */
function mergeTags(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  if (sameJson(base, theirs)) return [...mine];
  const merged = theirs.filter((tag) => mine.includes(tag) || !base.includes(tag));
  return [...merged, ...mine.filter((tag) => !base.includes(tag) && !merged.includes(tag))];
}

/** The cards of one content by an identity shared by all three contents. */
type ById = Map<string, PageCard>;

function mergeCards(
  base: readonly PageCard[],
  mine: readonly PageCard[],
  theirs: readonly PageCard[],
  choices: ReadonlyMap<string, Side>,
): { merged: PageCard[]; conflicts: PageConflict[] } {
  const [inBase, inMine, inTheirs] = identified(base, mine, theirs);
  const conflicts: PageConflict[] = [];
  const merged: ById = new Map();
  for (const identity of new Set([...inMine.keys(), ...inTheirs.keys(), ...inBase.keys()])) {
    const [own, other] = [inMine.get(identity) ?? null, inTheirs.get(identity) ?? null];
    let side = changedBy(visibleCard(inBase.get(identity)), visibleCard(own), visibleCard(other));
    if (side === 'both') {
      const key = (own ?? other)?.key ?? identity;
      conflicts.push({ kind: 'card', key, mine: own, theirs: other });
      side = choices.get(key) ?? 'theirs';
    }
    const card = side === 'mine' ? own : other;
    if (!card) continue;
    const { id: _, ...rest } = card;
    const id = other?.id ?? own?.id;
    merged.set(identity, { ...rest, key: own?.key ?? card.key, ...(id === undefined ? {} : { id }) });
  }
  const order = mergedOrder([...inBase.keys()], [...inMine.keys()], [...inTheirs.keys()]);
  return { merged: withUniqueKeys(order.flatMap((identity) => merged.get(identity) ?? [])), conflicts };
}

/** What visitors see of a card; null for no card. */
function visibleCard(card: PageCard | null | undefined): Pick<PageCard, 'type' | 'title' | 'data'> | null {
  return card ? { type: card.type, title: card.title, data: card.data } : null;
}

/** The cards of `after` by their identities, which are the keys of `before` for the cards that are in it. */
export function cardsByIdentity(
  before: readonly PageCard[],
  after: readonly PageCard[],
): ReadonlyMap<string, PageCard> {
  return matched(after, new Map(before.map((card) => [card.key, card])));
}

/** Matches cards across the three contents: with base by key, then by id; cards not in base with the other side in the same way. */
function identified(
  base: readonly PageCard[],
  mine: readonly PageCard[],
  theirs: readonly PageCard[],
): [base: ById, mine: ById, theirs: ById] {
  const inBase: ById = new Map(base.map((card) => [card.key, card]));
  const inTheirs = matched(theirs, inBase);
  const added: ById = new Map([...inTheirs].filter(([identity]) => !inBase.has(identity)));
  return [inBase, matched(mine, new Map([...inBase, ...added])), inTheirs];
}

/** Cards by the identities in `known`, or new ones. */
function matched(cards: readonly PageCard[], known: ById): ById {
  const identities = new Map<PageCard, string>();
  const taken = new Set<string>();
  const take = (isSame: (card: PageCard, candidate: PageCard) => boolean): void => {
    for (const card of cards) {
      if (identities.has(card)) continue;
      const found = [...known].find(([identity, candidate]) => !taken.has(identity) && isSame(card, candidate));
      if (!found) continue;
      identities.set(card, found[0]);
      taken.add(found[0]);
    }
  };
  take(({ key }, candidate) => key === candidate.key);
  take(({ id }, candidate) => id !== undefined && id === candidate.id);
  return new Map(cards.map((card) => [identities.get(card) ?? `added ${card.key}`, card]));
}

/** Their order, with cards that mine moved or added placed after their predecessor in mine. */
function mergedOrder(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const places = new Map(base.map((identity, place) => [identity, place]));
  const unmoved = new Set(
    longestIncreasing(
      mine.filter((identity) => places.has(identity)),
      (identity) => places.get(identity) ?? 0,
    ),
  );
  const order = theirs.filter((identity) => unmoved.has(identity) || !mine.includes(identity));
  mine.forEach((identity, index) => {
    if (order.includes(identity)) return;
    const before = mine[index - 1];
    order.splice(before === undefined ? 0 : order.indexOf(before) + 1, 0, identity);
  });
  return order;
}

/** A longest increasing subsequence by place: the items that were not moved. */
export function longestIncreasing(items: readonly string[], placeOf: (item: string) => number): string[] {
  const best: { length: number; before: number }[] = [];
  items.forEach((item, index) => {
    let [length, before] = [1, -1];
    for (let earlier = 0; earlier < index; earlier += 1) {
      const longer = (best[earlier]?.length ?? 0) + 1;
      if (placeOf(items[earlier] ?? '') < placeOf(item) && longer > length) [length, before] = [longer, earlier];
    }
    best.push({ length, before });
  });
  let at = best.reduce((longest, { length }, index) => (length > (best[longest]?.length ?? 0) ? index : longest), 0);
  const rise: string[] = [];
  while (at >= 0 && at < items.length) {
    rise.unshift(items[at] ?? '');
    at = best[at]?.before ?? -1;
  }
  return rise;
}

/** The cards with the later of two equal keys renamed. */
export function withUniqueKeys(cards: readonly PageCard[]): PageCard[] {
  const taken = new Set<string>();
  return cards.map((card) => {
    let { key } = card;
    for (let count = 2; taken.has(key); count += 1) key = `${card.key.slice(0, 36)}-${count}`;
    taken.add(key);
    return { ...card, key };
  });
}
