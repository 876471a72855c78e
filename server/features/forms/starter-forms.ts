import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { DeclarationFaults, type Fault, didYouMean, reporter } from '../../declarations/faults.ts';
import { replaceNamedPlaces } from '../../declarations/named-places.ts';
import { readDeclaration } from '../../declarations/translated.ts';
import type { Tx } from '../../platform/database.ts';
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

/** Publishes the forms of config/forms that the database never had. */
export async function loadStarterForms(services: CommandServices, tx: Tx): Promise<void> {
  // Another process may be doing the same.
  await tx.selectFrom('revisions').select('id').where('name', '=', 'seed').forUpdate().execute();
  const faults: Fault[] = [];
  for (const [file, { group, schema, ...form }] of await starterForms(services.settings.root)) {
    const groupId =
      (await idByName(tx, 'formGroups', group.name)) ??
      (await make(services, tx, 'formGroups', { ...group, active: true }));
    if (await idByName(tx, 'forms', form.name)) continue;
    const draftSchema = await withPlaceIds(tx, schema, file, faults);
    if (faults.length > 0) continue;
    const values: Row = { ...withoutComments(form), groupId, active: true, draftSchema };
    const made = await services.engine.create(SYSTEM, 'forms', values, { tx, command: true });
    await freeze(services, tx, SYSTEM, made.id);
  }
  if (faults.length > 0) throw new DeclarationFaults(faults);
}

async function withPlaceIds(tx: Tx, schema: Row, file: string, faults: Fault[]): Promise<Row> {
  const places = await tx.selectFrom('locations').select(['id', 'displayName']).execute();
  const names = places.map(({ displayName }) => displayName);
  const report = reporter(faults, file);
  return replaceNamedPlaces(schema, (name, field) => {
    const [place, twin] = places.filter(({ displayName }) => displayName === name);
    const steps = ['schema', 'properties', field, 'x-place'];
    if (!place) report(steps, `Add the form once the location "${name}" exists${didYouMean(name, names)}`);
    else if (twin) report(steps, `More than one location has the name "${name}"`);
    return place?.id ?? 0;
  }) as Row;
}

async function starterForms(root: string): Promise<[string, StarterForm][]> {
  const folder = join('config', 'forms');
  const names = (await readdir(join(root, folder)).catch(() => [])).filter((name) => name.endsWith('.json')).sort();
  return Promise.all(
    names.map(async (name): Promise<[string, StarterForm]> => {
      const text = await readDeclaration(root, join(folder, name));
      return [`config/forms/${name}`, JSON.parse(String(text)) as StarterForm];
    }),
  );
}

function withoutComments<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !name.startsWith('$'))) as T;
}

async function make(services: Needs<'engine'>, tx: Tx, resource: string, values: Row): Promise<number> {
  return (await services.engine.create(SYSTEM, resource, values, { tx, command: true }))['id'] as number;
}

async function idByName(tx: Tx, table: 'forms' | 'formGroups', name: string): Promise<number | undefined> {
  const known = await tx.selectFrom(table).select('id').where('name', '=', name).executeTakeFirst();
  return known?.id;
}
