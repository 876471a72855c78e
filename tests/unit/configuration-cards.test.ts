import { afterEach, beforeEach, expect, test } from 'vitest';
import { copiedDeclarations, faultsOf, type Declarations } from '../factories/declarations.ts';

let files: Declarations;
beforeEach(() => {
  files = copiedDeclarations();
});
afterEach(() => files.remove());

async function faults(): Promise<string[]> {
  return (await faultsOf(files)).map(({ file, pointer, message }) => `${file}#${pointer}: ${message}`);
}

test('every type of card has a file, and every file is of a type', async () => {
  files.delete('schemas/cards/Divider.json').write('schemas/cards/Dividr.json', {});
  expect(await faults()).toEqual(
    expect.arrayContaining([
      'schemas/cards/Divider.json#: The file is missing',
      'schemas/cards/Dividr.json#: The type of "cards" has no value "Dividr". Did you mean "Divider"?',
    ]),
  );
});

test('faults of a card type are reported with their location', async () => {
  const card = files.read('schemas/cards/LocationCard.json') as { properties: object };
  files.write('schemas/cards/LocationCard.json', {
    ...card,
    'x-icon': 'map-pni',
    required: ['id', 'mood'],
    'x-equal-lengths': [['id', 'nothing']],
    properties: {
      ...card.properties,
      id: { type: 'integer', 'x-reference': 'loctions' },
      text: { type: 'string', 'x-frames': true },
      wrong: { type: 'string', minimum: 3, 'x-index': true },
      named: { type: 'strin' },
    },
  });
  expect(await faults()).toEqual([
    'schemas/cards/LocationCard.json#/properties/named/type: Unknown value "strin". Did you mean "string"?',
    'schemas/cards/LocationCard.json#/x-icon: There is no icon "map-pni". Did you mean "map-pin"?',
    'schemas/cards/LocationCard.json#/properties/id/x-reference: There is no resource "loctions". Did you mean "locations"?',
    'schemas/cards/LocationCard.json#/properties/text/x-frames: Frames need HTML: "format": "html" is missing',
    'schemas/cards/LocationCard.json#/properties/wrong/minimum: "minimum" does not apply to type "string"',
    'schemas/cards/LocationCard.json#/properties/wrong/x-index: "x-index" applies only to properties of a resource, not inside them',
    'schemas/cards/LocationCard.json#/required/1: "mood" is required but not declared. Did you mean "mode"?',
    'schemas/cards/LocationCard.json#/x-equal-lengths/0/0: There is no list "id"',
    'schemas/cards/LocationCard.json#/x-equal-lengths/0/1: There is no list "nothing"',
  ]);
});
