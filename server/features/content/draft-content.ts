import type { CardData } from '../../../domain/calls/pages.ts';
import type { PageCard, PageContent } from '../../../domain/calls/page-editor.ts';
import { KINDS } from '../../../domain/declarations/kinds.ts';
import type { Model, Row } from '../../../domain/declarations/model.ts';
import { DRAFT_LARGEST } from '../../../domain/values/constants.ts';
import { problem } from '../../platform/problem.ts';
import { invalid, type FieldErrors } from '../../resources/refusals.ts';
import { normalize } from '../../resources/validation.ts';
import { cleanCardData } from './card-data.ts';
import { pageLimits } from './page-html.ts';

const LONGEST_HTML = 200_000;

/** The draft as stored, its HTML sanitized. Refuses oversized content and duplicate card keys. */
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
  const data = field ? String(normalize(field, content.data, pageLimits(content.type, model.site)) ?? '') : '';
  return { ...content, data, cards: content.cards.map((card) => cleanCard(model, card)) };
}

function cleanCard(model: Model, card: PageCard): PageCard {
  const declaration = model.cardTypes.get(card.type);
  return declaration ? { ...card, data: cleanCardData(declaration, card.data as Row, model.site) as CardData } : card;
}

/** HTML too long to be published is refused rather than sanitized on every save. */
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
