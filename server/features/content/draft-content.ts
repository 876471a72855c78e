import type { CardData } from '../../../domain/content/content.ts';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { Model, Row } from '../../../domain/declarations/model.ts';
import {
  DRAFT_LARGEST,
  DRAFT_MOST_CARDS,
  type PageCard,
  type PageContent,
} from '../../../domain/content/page-content.ts';
import { PAGE_FIELDS } from '../../../domain/content/page-merge.ts';
import { problem } from '../../platform/problem.ts';
import { invalid, type FieldErrors } from '../../resources/refusals.ts';
import { normalise } from '../../resources/validation.ts';
import { cleanCardData } from './card-data.ts';
import { pageLimits } from './page-html.ts';

const LONGEST_HTML = 200_000;

/** The schema of a draft. Drafts may be incomplete, so only types and sizes are checked; the declarations apply on publication. */
export function contentSchema({ resources }: Model): object {
  const choices = (resource: string, name: string): unknown[] =>
    resources.get(resource)?.schema.properties[name]?.enum ?? [];
  const text = (maxLength: number): object => ({ type: 'string', maxLength });
  const optional = (maxLength: number): object => ({ type: ['string', 'null'], maxLength });
  const card = {
    type: 'object',
    additionalProperties: false,
    required: ['key', 'type', 'title', 'data'],
    properties: {
      id: { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER },
      key: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,40}$' },
      type: { type: 'string', enum: choices('cards', 'type') },
      title: text(500),
      data: { type: 'object', additionalProperties: true },
    },
  };
  return {
    type: 'object',
    additionalProperties: false,
    required: [...PAGE_FIELDS, 'cards'],
    properties: {
      title: text(500),
      name: text(200),
      type: { type: 'string', enum: choices('pages', 'type') },
      theme: { type: 'string', enum: choices('pages', 'theme') },
      backgroundUrl: optional(300),
      summary: optional(2_000),
      category: text(300),
      tags: { type: 'array', maxItems: 50, items: text(200) },
      inNavigation: { type: 'boolean' },
      navigationLabel: optional(300),
      navigationIcon: optional(60),
      navigationOrder: { type: ['integer', 'null'], minimum: -1_000_000, maximum: 1_000_000 },
      data: text(LONGEST_HTML),
      cards: { type: 'array', maxItems: DRAFT_MOST_CARDS, items: card },
    },
  };
}

/** The draft as stored, its HTML sanitised. Refuses oversized content and duplicate card keys. */
export function cleanContent(model: Model, content: PageContent): PageContent {
  if (Buffer.byteLength(JSON.stringify(content)) > DRAFT_LARGEST) {
    throw problem(
      413,
      'content.draft-too-large',
      'Too large',
      'This page is larger than 1 MB. Move some of it to another page.',
    );
  }
  const keys = content.cards.map(({ key }) => key);
  const twice = keys.find((key, index) => keys.indexOf(key) !== index);
  if (twice !== undefined) throw invalid({ cards: `Two cards have the key ${twice}` });
  const errors: FieldErrors = Object.assign(
    {},
    ...content.cards.map((card) => overlongHtml(model, card)),
  ) as FieldErrors;
  if (Object.keys(errors).length > 0) throw invalid(errors);
  const field = model.resources.get('pages')?.fields.find(({ name }) => name === 'data');
  const data = field ? String(normalise(field, content.data, pageLimits(content.type, model.site)) ?? '') : '';
  return { ...content, data, cards: content.cards.map((card) => cleanCard(model, card)) };
}

function cleanCard(model: Model, card: PageCard): PageCard {
  const declaration = model.cardTypes.get(card.type);
  return declaration ? { ...card, data: cleanCardData(declaration, card.data as Row, model.site) as CardData } : card;
}

/** HTML too long to be published is refused rather than sanitised on every save. */
function overlongHtml(model: Model, { key, type, data }: PageCard): FieldErrors {
  const values = data as Row;
  const long = (model.cardTypes.get(type)?.fields ?? []).filter(({ name, kind, schema }) => {
    const value = values[name];
    return (
      KINDS[kind].stored === 'html' && typeof value === 'string' && value.length > (schema.maxLength ?? LONGEST_HTML)
    );
  });
  return Object.fromEntries(
    long.map(({ name, schema }) => [
      `${key}.data.${name}`,
      `Must have at most ${schema.maxLength ?? LONGEST_HTML} characters`,
    ]),
  );
}
