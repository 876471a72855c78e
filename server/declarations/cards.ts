import { declaredFields } from '../../domain/declarations/fields.ts';
import { ICONS, isIconName } from '../../domain/declarations/icons.ts';
import type { CardDeclaration, Resource } from '../../domain/declarations/model.ts';
import type { CardSchema } from '../../domain/declarations/schemas.ts';
import { didYouMean, reporter, type Report } from './faults.ts';
import type { DeclarationFiles } from './files.ts';
import { validProperties } from './keep-valid.ts';
import { checkReference } from './annotations.ts';
import { checkValues } from './values.ts';

const FOLDER = 'schemas/cards';

export async function loadCardTypes(
  files: DeclarationFiles,
  resources: Map<string, Resource>,
): Promise<Map<string, CardDeclaration>> {
  const types = (resources.get('cards')?.schema.properties['type']?.enum ?? []).map(String);
  const names = await files.names(FOLDER, types.length === 0);
  for (const name of names.filter((other) => !types.includes(other))) {
    reporter(files.faults, `${FOLDER}/${name}.json`)(
      [],
      `The type of "cards" has no value "${name}"${didYouMean(name, types)}`,
    );
  }
  const cardTypes = new Map<string, CardDeclaration>();
  for (const type of types) {
    const file = `${FOLDER}/${type}.json`;
    const schema = await files.declared<CardSchema>(file, 'card', validProperties);
    if (!schema) continue;
    checkCard(schema, resources, reporter(files.faults, file));
    cardTypes.set(type, { type, schema, fields: declaredFields(schema) });
  }
  return cardTypes;
}

function checkCard(schema: CardSchema, resources: Map<string, Resource>, report: Report): void {
  const names = Object.keys(schema.properties);
  const schemas = new Map([...resources].map(([name, resource]) => [name, resource.schema]));
  // Invalid parts have been reported; the remainder is checked further.
  if (typeof schema['x-icon'] === 'string' && !isIconName(schema['x-icon']))
    report(['x-icon'], `There is no icon "${schema['x-icon']}"${didYouMean(schema['x-icon'], ICONS)}`);
  for (const [name, property] of Object.entries(schema.properties)) {
    const steps = ['properties', name];
    checkValues(property, steps, true, report);
    for (const [described, at] of [
      [property, steps],
      [property.items, [...steps, 'items']],
    ] as const) {
      const target = described?.['x-reference'];
      if (described && target !== undefined)
        checkReference(described, target, schemas, (message) => report([...at, 'x-reference'], message));
    }
  }
  schema.required?.forEach((name, index) => {
    if (!schema.properties[name])
      report(['required', index], `"${name}" is required but not declared${didYouMean(name, names)}`);
  });
  schema['x-equal-lengths']?.forEach((set, index) =>
    set.forEach((name, place) => {
      if (schema.properties[name]?.type !== 'array')
        report(['x-equal-lengths', index, place], `There is no list "${name}"${didYouMean(name, names)}`);
    }),
  );
}
