import { declaredFields, titleFromName } from '../../../../../domain/declarations/fields.ts';
import { htmlPictures, htmlTextWithTargets } from '../../../../../domain/html/html-text.ts';
import { imageFile } from '../../../../../domain/values/images.ts';
import { sameJson, type Json } from '../../../../../domain/values/json.ts';
import { KINDS } from '../../../../../domain/declarations/kinds.ts';
import type { Field, Row } from '../../../../../domain/declarations/model.ts';
import type { FieldChange } from '../../../editing/FieldChanges.tsx';
import type { CardTypeInfo, PageCard, PageContent } from '../../../../../domain/calls/page-editor.ts';
import { cardsByIdentity, longestIncreasing } from '../../../../../domain/content/page-merge.ts';

/** The differences between two versions of a page, card by card. */
export interface PageChanges {
  /** Of the page itself, in the order of its declaration. */
  settings: FieldChange[];
  /** The cards that differ, in their order afterwards; a removed card stands where it was. */
  cards: CardChange[];
}

/** `place` and `formerPlace`: from 1, null where the card is not there. A changed card may have moved as well. */
export interface CardChange {
  kind: 'added' | 'removed' | 'changed' | 'moved';
  key: string;
  title: string;
  /** The label of its type. */
  typeLabel: string;
  place: number | null;
  formerPlace: number | null;
  isMoved: boolean;
  fields: FieldChange[];
}

/** `page`: the declared fields of pages. */
export interface PageDeclarations {
  page: readonly Field[];
  types: readonly Pick<CardTypeInfo, 'type' | 'label' | 'schema'>[];
}

/** Cards are matched as publishing and merging match them. A card has moved when those that kept their order had to let it pass. */
export function pageChanges(before: PageContent, after: PageContent, declared: PageDeclarations): PageChanges {
  const { cards: _before, ...settingsBefore } = before;
  const { cards: _after, ...settingsAfter } = after;
  return {
    settings: fieldChanges(settingsBefore, settingsAfter, declared.page),
    cards: cardChanges(before.cards, after.cards, declared.types),
  };
}

export function isUnchanged({ settings, cards }: PageChanges): boolean {
  return settings.length + cards.length === 0;
}

function cardChanges(
  before: readonly PageCard[],
  after: readonly PageCard[],
  types: PageDeclarations['types'],
): CardChange[] {
  const identified = cardsByIdentity(before, after);
  const places = new Map(before.map(({ key }, index) => [key, index]));
  const remaining = [...identified.keys()].filter((identity) => places.has(identity));
  const unmoved = new Set(longestIncreasing(remaining, (identity) => places.get(identity) ?? 0));
  const changes = [...identified].flatMap(([identity, card], index): CardChange[] => {
    const old = before[places.get(identity) ?? -1];
    const isMoved = old !== undefined && !unmoved.has(identity);
    const fields = changesOfCard(old, card, types);
    if (old && fields.length === 0 && !isMoved) return [];
    return [
      {
        kind: !old ? 'added' : fields.length > 0 ? 'changed' : 'moved',
        ...named(card, types),
        place: index + 1,
        formerPlace: old ? (places.get(identity) ?? 0) + 1 : null,
        isMoved,
        fields,
      },
    ];
  });
  const removed = before.flatMap((card, index): CardChange[] =>
    identified.has(card.key)
      ? []
      : [
          {
            kind: 'removed',
            ...named(card, types),
            place: null,
            formerPlace: index + 1,
            isMoved: false,
            fields: changesOfCard(card, undefined, types),
          },
        ],
  );
  for (const change of removed) {
    const next = changes.findIndex(
      ({ place, formerPlace }) => (place ?? formerPlace ?? 0) >= (change.formerPlace ?? 0),
    );
    changes.splice(next === -1 ? changes.length : next, 0, change);
  }
  return changes;
}

function named({ key, type, title }: PageCard, types: PageDeclarations['types']) {
  return { key, title: title.trim(), typeLabel: types.find((one) => one.type === type)?.label ?? type };
}

/** A card that is on one side only is named by its title and type, so these are not listed again. */
function changesOfCard(
  before: PageCard | undefined,
  after: PageCard | undefined,
  types: PageDeclarations['types'],
): FieldChange[] {
  const schema = types.find(({ type }) => type === (after ?? before)?.type)?.schema;
  const own = ({ title, type }: PageCard) => ({ title, type: types.find((one) => one.type === type)?.label ?? type });
  return [
    ...(before && after ? fieldChanges(own(before), own(after), []) : []),
    ...fieldChanges(before?.data ?? {}, after?.data ?? {}, schema ? declaredFields(schema) : []),
  ];
}

/** Fields first that are not declared, then in the order of the declaration. */
function fieldChanges(before: object, after: object, declared: readonly Field[]): FieldChange[] {
  const [old, now] = [before as Row, after as Row];
  const fields = new Map(declared.map((field) => [field.name, field]));
  const names = new Set([...Object.keys(old), ...Object.keys(now)]);
  const ordered = [
    ...[...names].filter((name) => !fields.has(name)),
    ...[...fields.keys()].filter((name) => names.has(name)),
  ];
  return ordered.flatMap((name) => {
    const [one, other] = [present(old[name]), present(now[name])];
    const isSame = sameJson(one, other) || (one === null && other === false) || (one === false && other === null);
    return isSame ? [] : [fieldChange(name, fields.get(name), one, other)];
  });
}

function fieldChange(name: string, field: Field | undefined, before: Json, after: Json): FieldChange {
  const [old, now] = [picturesIn(field, before), picturesIn(field, after)];
  return {
    name,
    title: field?.title ?? titleFromName(name),
    before: fieldText(field, before),
    after: fieldText(field, after),
    removedPictures: old.filter((file) => !now.includes(file)),
    addedPictures: now.filter((file) => !old.includes(file)),
    reference: field?.reference ?? null,
  };
}

/** No value is null, '' and [] alike; a switch that an earlier content did not have is off. */
function present(value: Json | undefined): Json {
  return value === undefined || value === '' || (Array.isArray(value) && value.length === 0) ? null : value;
}

function fieldText(field: Field | undefined, value: Json): string {
  if (value === null) return '';
  if (Array.isArray(value)) return value.map((item) => fieldText(field, item)).join('\n');
  if (typeof value === 'object') return JSON.stringify(value, null, 1);
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field?.kind === 'image') return '';
  const text = String(value);
  if (field && KINDS[field.kind].stored === 'html') return htmlTextWithTargets(text);
  return field?.options?.find((option) => option.value === value)?.label ?? text;
}

function picturesIn(field: Field | undefined, value: Json): string[] {
  if (!field || typeof value !== 'string') return [];
  if (field.kind === 'image') return [imageFile(value)];
  return KINDS[field.kind].stored === 'html' ? [...new Set(htmlPictures(value).map(imageFile))] : [];
}
