import type { Actor } from '../../../domain/declarations/actor.ts';
import { HOME_PAGE } from '../../../domain/content/content.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { PageCard, PageContent } from '../../../domain/calls/page-editor.ts';
import type { Tx } from '../../platform/database.ts';
import { missingFiles } from '../../resources/references.ts';
import type { FieldErrors } from '../../resources/refusals.ts';
import { schemaFaults, missingIn } from '../../resources/validation.ts';
import type { Needs } from '../../services.ts';
import { cardFaults } from './card-data.ts';
import { deadLinks } from './dead-links.ts';
import { HOME_KEEPS_NAME } from './home-page.ts';
import { navigationFaults } from './navigation.ts';
import type { StoredPage } from './page-rows.ts';

export async function publishingFaults(
  services: Needs<'engine' | 'model'>,
  tx: Tx,
  actor: Actor,
  page: StoredPage,
  content: PageContent,
): Promise<FieldErrors> {
  return {
    ...(await pageFaults(services, tx, page, content)),
    ...(await allCardFaults(services, tx, actor, content.cards)),
  };
}

export async function draftFaults(
  services: Needs<'engine' | 'model'>,
  tx: Tx,
  actor: Actor,
  page: StoredPage,
  content: PageContent,
): Promise<FieldErrors> {
  return {
    ...(await deadLinks(services, tx, content)),
    ...(await publishingFaults(services, tx, actor, page, content)),
  };
}

async function pageFaults(
  { engine }: Needs<'engine'>,
  tx: Tx,
  page: StoredPage,
  { cards: _, ...values }: PageContent,
): Promise<FieldErrors> {
  const pages = engine.resolver.resource('pages');
  const errors = { ...missingIn(pages, values), ...schemaFaults(pages, values) };
  const other = await tx
    .selectFrom('pages')
    .select('id')
    .where('name', '=', values.name)
    .where('id', '<>', page.id)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (other) errors['name'] ??= 'Another page has this name';
  if (page.name === HOME_PAGE && values.name !== HOME_PAGE) errors['name'] = HOME_KEEPS_NAME;
  if (Object.keys(errors).length > 0) return errors;
  return {
    ...(await navigationFaults(tx, page.id, values)),
    ...(await missingFiles(tx, engine.resolver, pages, values)),
  };
}

async function allCardFaults(
  { engine, model }: Needs<'engine' | 'model'>,
  tx: Tx,
  actor: Actor,
  cards: PageCard[],
): Promise<FieldErrors> {
  const errors: FieldErrors = {};
  const resource = engine.resolver.resource('cards');
  for (const { key, type, title, data } of cards) {
    for (const [name, message] of Object.entries(schemaFaults(resource, { title }))) errors[`${key}.${name}`] = message;
    const declaration = model.cardTypes.get(type);
    const faults = declaration
      ? await cardFaults(tx, engine.resolver, actor, declaration, data as Row)
      : { type: 'There is no such type' };
    for (const [name, message] of Object.entries(faults)) errors[`${key}.data.${name}`] = message;
  }
  return errors;
}
