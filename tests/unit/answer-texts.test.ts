import { expect, test } from 'vitest';
import { answersText } from '../../server/features/registration/questions/answer-texts.ts';
import type { RequestField, RequestFormSchema } from '../../domain/requests/request-form.ts';

const FIELDS: Record<string, RequestField> = {
  arrival: { 'x-field': 'DateTime', type: 'string', format: 'date-time', title: 'When do you arrive?' },
  fee: { 'x-field': 'Cost', type: 'integer', title: 'Fee' },
  parking: { 'x-field': 'Boolean', type: 'boolean', title: 'Parking:' },
  note: { 'x-field': 'String', type: 'string', title: 'Note' },
};
const SCHEMA: RequestFormSchema = {
  ...{ type: 'object', additionalProperties: false, required: [], 'x-order': Object.keys(FIELDS) },
  properties: FIELDS,
};

test('answers are lines in the formats of the site, without those that are empty', () => {
  const answers = { arrival: '2026-11-24T15:25:00.000Z', fee: 1250, parking: true, note: '' };
  expect(answersText(SCHEMA, answers, 'America/Denver')).toBe(
    'When do you arrive? Nov 24, 2026, 8:25 AM\nFee: $12.50\nParking: Yes',
  );
});
