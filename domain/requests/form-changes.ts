import { sameJson } from '../values/json.ts';
import type { RequestField, RequestFormSchema } from './request-form.ts';

export interface FormChanges {
  added: string[];
  removed: string[];
  changed: { title: string; what: string[] }[];
  isReordered: boolean;
  isRepriced: boolean;
}

const WORDS: Partial<Record<keyof RequestField, string>> = {
  title: 'label',
  description: 'help',
  enum: 'options',
  'x-labels': 'options',
  'x-html': 'text',
  'x-section': 'section',
  'x-show-if': 'when it shows',
  'x-unit': 'unit',
  'x-accept': 'kinds of files',
  'x-max-bytes': 'size of files',
  'x-field': 'type',
  'x-multiline': 'lines',
  'x-other': 'options',
  'x-consent': 'consent',
  'x-rules': 'rules',
  'x-subject': 'subject',
  'x-needed-by': 'needed-by date',
};

export function changesBetween(before: RequestFormSchema | null, after: RequestFormSchema): FormChanges {
  const earlier = before ?? { ...after, properties: {}, required: [], 'x-order': [] };
  const unchanged = after['x-order'].filter((name) => Object.hasOwn(earlier.properties, name));
  const titles = (names: string[], of: RequestFormSchema) => names.map((name) => of.properties[name]?.title ?? name);
  return {
    added: titles(
      after['x-order'].filter((name) => !Object.hasOwn(earlier.properties, name)),
      after,
    ),
    removed: titles(
      earlier['x-order'].filter((name) => !Object.hasOwn(after.properties, name)),
      earlier,
    ),
    changed: unchanged.flatMap((name) => {
      const what = differences(earlier, after, name);
      return what.length === 0 ? [] : [{ title: after.properties[name]?.title ?? name, what }];
    }),
    isReordered: unchanged.join() !== earlier['x-order'].filter((name) => unchanged.includes(name)).join(),
    isRepriced: !sameJson(earlier['x-price'], after['x-price']),
  };
}

/** A line for each kind of change: "Added: Size", "Copies: limits". Empty: the same. */
export function describeFormChanges(before: RequestFormSchema | null, after: RequestFormSchema): string[] {
  const { added, removed, changed, isReordered, isRepriced } = changesBetween(before, after);
  return [
    ...(added.length > 0 ? [`Added: ${added.join(', ')}`] : []),
    ...(removed.length > 0 ? [`Removed: ${removed.join(', ')}`] : []),
    ...changed.map(({ title, what }) => `${title}: ${what.join(', ')}`),
    ...(isReordered ? ['Order of the fields'] : []),
    ...(isRepriced ? ['Price lines'] : []),
  ];
}

function differences(before: RequestFormSchema, after: RequestFormSchema, name: string): string[] {
  const [old, now] = [before.properties[name], after.properties[name]];
  const keys = new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})]) as Set<keyof RequestField>;
  const texts = [...keys]
    .filter((key) => JSON.stringify(old?.[key]) !== JSON.stringify(now?.[key]))
    .map((key) => WORDS[key] ?? 'limits');
  if (before.required.includes(name) !== after.required.includes(name))
    texts.push(after.required.includes(name) ? 'required now' : 'optional now');
  return [...new Set(texts)];
}
