import type { CardData } from '../../../../../domain/content/content.ts';
import { htmlText } from '../../../../../domain/html/html-text.ts';
import type { CardTypeInfo, PageCard } from '../../../../../domain/content/page-content.ts';
import { sameJson } from '../../../../../domain/values/json.ts';
import type { MergedField, PageConflict } from '../../../../../domain/content/page-merge.ts';
import { cardName } from './cardNames.ts';

interface ComparedRow {
  label: string;
  mine: string;
  theirs: string;
}

const FIELD_LABELS: Record<MergedField, string> = {
  title: 'Title of the page',
  name: 'Address',
  type: 'Type',
  theme: 'Theme',
  backgroundUrl: 'Background picture',
  summary: 'Summary',
  category: 'Category',
  inNavigation: 'Show in the navigation',
  navigationLabel: 'Label in the navigation',
  navigationIcon: 'Icon in the navigation',
  navigationOrder: 'Place in the navigation',
  data: 'Text of the page',
};

const LONGEST = 600;
const NOTHING = '–';

/** The two versions of a conflict as rows for comparison. */
export function describeConflict(
  conflict: PageConflict,
  types: readonly CardTypeInfo[],
): { name: string; rows: ComparedRow[] } {
  if (conflict.kind === 'field') {
    const label = FIELD_LABELS[conflict.key];
    return { name: label, rows: [{ label, mine: words(conflict.mine), theirs: words(conflict.theirs) }] };
  }
  const { mine, theirs } = conflict;
  const card = mine ?? theirs;
  if (!card) return { name: '', rows: [] };
  const name = cardName(card, types);
  if (!mine || !theirs) {
    const here = (one: PageCard | null) => (one ? 'Changed' : 'Removed');
    return { name, rows: [{ label: 'Card', mine: here(mine), theirs: here(theirs) }] };
  }
  return { name, rows: differingRows(mine, theirs, types) };
}

function differingRows(mine: PageCard, theirs: PageCard, types: readonly CardTypeInfo[]): ComparedRow[] {
  const properties = types.find(({ type }) => type === mine.type)?.schema.properties;
  const labelOf = (type: PageCard['type']) => types.find((one) => one.type === type)?.label ?? type;
  const names = [...new Set([...Object.keys(mine.data), ...Object.keys(theirs.data)])] as (keyof CardData)[];
  return [
    ...(mine.title === theirs.title ? [] : [{ label: 'Title', mine: words(mine.title), theirs: words(theirs.title) }]),
    ...(mine.type === theirs.type ? [] : [{ label: 'Type', mine: labelOf(mine.type), theirs: labelOf(theirs.type) }]),
    ...names
      .filter((name) => !sameJson(mine.data[name], theirs.data[name]))
      .map((name) => ({
        label: properties?.[name]?.title ?? name,
        mine: words(mine.data[name]),
        theirs: words(theirs.data[name]),
      })),
  ];
}

function words(value: string | number | boolean | readonly (string | number)[] | null | undefined): string {
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  const text = Array.isArray(value) ? value.join('\n') : htmlText(String(value ?? ''));
  if (text.trim() === '') return NOTHING;
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
