import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { didYouMean } from '../../declarations/faults.ts';
import { replaceNamedPlaces } from '../../declarations/named-places.ts';
import { readDeclaration } from '../../declarations/translated.ts';
import type { Diagnostics } from '../../feature.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { freeze } from './publish.ts';

interface StarterForm {
  group: { name: string; title: string; description?: string; order?: number };
  name: string;
  title: string;
  description?: string;
  costType: string;
  usesPickup?: boolean;
  forEvents?: boolean;
  perUserLimit?: number;
  order?: number;
  schema: Row;
}

/**
 * Publishes the forms of config/forms that the database never had. One that names a location that does not exist waits for a later
 * start, because a new installation has no locations yet.
 */
export async function loadStarterForms(services: CommandServices, tx: Tx): Promise<void> {
  // Another process may be doing the same.
  await tx.selectFrom('revisions').select('id').where('name', '=', 'seed').forUpdate().execute();
  for (const { starter, draftSchema, conditions } of await newForms(tx, services.settings.root)) {
    if (conditions.length > 0) continue;
    const { group, schema: _, ...form } = starter;
    const groupId =
      (await groupByName(tx, group.name)) ?? (await make(services, tx, 'formGroups', { ...group, active: true }));
    const values: Row = { ...withoutComments(form), groupId, active: true, draftSchema };
    const made = await services.engine.create(SYSTEM, 'forms', values, { tx, command: true });
    await freeze(services, tx, SYSTEM, made.id);
  }
}

/** Why forms of config/forms are not published yet, in sentences. */
export async function waitingForms({ db, settings }: Needs<'db' | 'settings'>): Promise<string[]> {
  const waiting = await newForms(db, settings.root);
  return waiting.flatMap(({ starter, conditions }) =>
    conditions.map((condition) => `“${starter.title}” is published at the first start once ${condition}`),
  );
}

export const aboutStarterForms: Diagnostics = {
  key: 'starterForms',
  title: 'Starter forms',
  facts: async (services) => {
    const waiting = await waitingForms(services);
    const values = waiting.map((value) => ({ label: 'Not published', value, state: 'attention' as const }));
    return { facts: waiting.length > 0 ? values : [{ label: 'All published', value: true }] };
  },
};

interface NewForm {
  starter: StarterForm;
  /** With the ids of the locations that it names. */
  draftSchema: Row;
  /** What has to become true first. */
  conditions: string[];
}

async function newForms(db: Db, root: string): Promise<NewForm[]> {
  const [starters, places, forms] = await Promise.all([
    starterForms(root),
    db.selectFrom('locations').select(['id', 'displayName']).execute(),
    db.selectFrom('forms').select('name').execute(),
  ]);
  const known = new Set(forms.map(({ name }) => name));
  return starters.filter(({ name }) => !known.has(name)).map((starter) => withPlaceIds(starter, places));
}

function withPlaceIds(starter: StarterForm, places: readonly { id: number; displayName: string }[]): NewForm {
  const names = places.map(({ displayName }) => displayName);
  const conditions: string[] = [];
  const draftSchema = replaceNamedPlaces(starter.schema, (name) => {
    const [place, twin] = places.filter(({ displayName }) => displayName === name);
    if (!place) conditions.push(`the location “${name}” exists${didYouMean(name, names) || '.'}`);
    else if (twin) conditions.push(`only one location has the name “${name}”.`);
    return place?.id ?? 0;
  }) as Row;
  return { starter, draftSchema, conditions };
}

async function starterForms(root: string): Promise<StarterForm[]> {
  const folder = join('config', 'forms');
  const names = (await readdir(join(root, folder)).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name) => JSON.parse(String(await readDeclaration(root, join(folder, name)))) as StarterForm),
  );
}

function withoutComments<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('$'))) as T;
}

async function make(services: Needs<'engine'>, tx: Tx, resource: string, values: Row): Promise<number> {
  return (await services.engine.create(SYSTEM, resource, values, { tx, command: true }))['id'] as number;
}

async function groupByName(tx: Tx, name: string): Promise<number | undefined> {
  const known = await tx.selectFrom('formGroups').select('id').where('name', '=', name).executeTakeFirst();
  return known?.id;
}
