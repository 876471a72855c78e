import { expect, test } from 'vitest';
import { checkFormSchema } from '../../domain/requests/request-form-check.ts';
import { EMPTY_FORM, type RequestField } from '../../domain/requests/request-form.ts';
import { requestName, requestSubject } from '../../server/features/requests/request-subject.ts';

const CONTEXT = { zone: 'America/Denver', names: new Map([['1', 'knob.stl']]) };

function formOf(properties: Record<string, RequestField>) {
  return { ...EMPTY_FORM, properties, 'x-order': Object.keys(properties) };
}

function subjectOf(field: Partial<RequestField>, answer: string | string[]): string | null {
  const form = formOf({ about: { 'x-field': 'String', type: 'string', title: 'About', 'x-subject': true, ...field } });
  return requestSubject(form, { about: answer }, CONTEXT).subject;
}

test('the subject is one line, the label of a choice, or the name of a file', () => {
  expect(subjectOf({}, ' Two lines \nof text')).toBe('Two lines');
  expect(subjectOf({}, 'x'.repeat(500))).toHaveLength(120);
  expect(subjectOf({ 'x-field': 'Select', enum: ['a'], 'x-labels': ['Camera'] }, 'a')).toBe('Camera');
  expect(subjectOf({ 'x-field': 'FileUpload', type: 'array' }, ['1'])).toBe('knob.stl');
  expect(subjectOf({ 'x-field': 'FileUpload', type: 'array' }, ['1', '2'])).toBe('knob.stl and 1 more');
  expect(subjectOf({ 'x-show-if': { field: 'other', is: 'answered' } }, 'hidden')).toBeNull();
});

test('the day of an instant is that of the site', () => {
  const at: RequestField = {
    'x-field': 'DateTime',
    type: 'string',
    format: 'date-time',
    title: 'At',
    'x-needed-by': true,
  };
  expect(requestSubject(formOf({ at }), { at: '2031-03-02T01:00:00Z' }, CONTEXT).neededOn).toBe('2031-03-01');
});

test('a form marks one subject, and no field of another type', () => {
  const field: RequestField = { 'x-field': 'String', type: 'string', title: 'About', 'x-subject': true };
  expect(checkFormSchema(formOf({ one: field, two: field }))).toEqual([
    { pointer: '/properties/two/x-subject', message: '"About" is already the subject of the request' },
  ]);
  expect(checkFormSchema(formOf({ one: { ...field, 'x-field': 'Boolean', type: 'boolean' } }))).toHaveLength(1);
});

test('a request without a subject is named by its form', () => {
  expect(requestName({ id: 7, subject: null, form: 'Poster' })).toBe('Poster #7');
  expect(requestName({ id: 7, subject: 'Bridge', form: 'Poster' })).toBe('Bridge (Poster #7)');
});
