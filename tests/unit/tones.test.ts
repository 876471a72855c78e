import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { declaredFields, FORMAT_KINDS } from '../../domain/declarations/fields.ts';
import { TONES } from '../../domain/declarations/tones.ts';
import { STATUSES } from '../../domain/requests/workflow.ts';
import { statusLooks } from '../../src/ui/statusLooks.ts';

const meta = JSON.parse(readFileSync('schemas/meta/resource.json', 'utf8')) as {
  definitions: {
    property: { properties: Record<string, { enum?: string[]; additionalProperties?: { enum?: string[] } }> };
  };
};

describe('colours of values', () => {
  it('come from the schema, grey where it names none, with an icon that says the same', () => {
    const [field] = declaredFields({
      properties: {
        state: {
          type: 'string',
          enum: ['open', 'shut', 'lost'],
          'x-tones': { open: 'green', lost: 'red' },
          'x-icons': { lost: 'archive' },
        },
      },
    });
    expect(field?.options?.map((option) => option.look)).toEqual([
      { tone: 'green', icon: 'circle-check' },
      { tone: 'grey', icon: 'circle' },
      { tone: 'red', icon: 'archive' },
    ]);
  });

  it('are nowhere where a property has none', () => {
    const [field] = declaredFields({ properties: { status: { type: 'string', enum: ['active'] } } });
    expect(field?.options).toEqual([{ value: 'active', label: 'Active' }]);
  });

  it('of requests are those of the specification', () => {
    const tones: Partial<Record<string, string>> = {
      InProcess: 'blue',
      Accepted: 'blue',
      ReadyForFabrication: 'darkBlue',
      Completed: 'green',
      ReadyForPickup: 'green',
      Canceled: 'red',
      CustomerActionNeeded: 'orange',
    };
    for (const status of STATUSES)
      expect([status, statusLooks[status].tone]).toEqual([status, tones[status] ?? 'grey']);
  });
});

it('the meta-schema admits the colors and formats that the code knows', () => {
  const { properties } = meta.definitions.property;
  expect(properties['x-tones']?.additionalProperties?.enum).toEqual([...TONES]);
  expect(properties['format']?.enum?.toSorted()).toEqual(Object.keys(FORMAT_KINDS).toSorted());
});
