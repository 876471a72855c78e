import { describe, expect, it } from 'vitest';
import type { Json } from '../../domain/values/json.ts';
import { readClauses, writeClauses } from '../../src/console/resources/permissions/ruleCondition.ts';
import { describeCondition } from '../../src/console/resources/permissions/describeRule.ts';
import { clientResource } from '../factories/client-resource.ts';

const submissions = clientResource(
  'submissions',
  {},
  {
    status: { type: 'string', title: 'Status', enum: ['Submitted', 'Completed'] },
    submittedById: { type: 'integer', title: 'Submitted by', 'x-reference': 'users' },
    costCents: { type: 'integer', title: 'Cost', 'x-money': true },
  },
);

describe('the condition of a rule', () => {
  it.each<[string, Json]>([
    ['one comparison', { submittedById: '$user.id' }],
    ['several that must all hold', { submittedById: '$user.id', costCents_lte: 500 }],
    ['several, one of them must hold', { _or: [{ submittedById: '$user.id' }, { status: ['Completed'] }] }],
    ['the same comparison twice', { _and: [{ costCents_neq: 1 }, { costCents_neq: 2 }] }],
    ['presence', { costCents_null: false }],
  ])('is read into comparisons and written back unchanged: %s', (_name, condition) => {
    const clauses = readClauses(condition, submissions.fields);
    expect(clauses && writeClauses(clauses)).toEqual(condition);
  });

  it('stays JSON where the editor cannot represent it', () => {
    expect(
      readClauses({ _or: [{ _and: [{ status: 'x' }, { costCents: 1 }] }, { costCents: 2 }] }, submissions.fields),
    ).toBeNull();
    expect(readClauses({ elsewhere: 1 }, submissions.fields)).toBeNull();
  });

  it('reaches every row without comparisons, and leaves out those without a value', () => {
    expect(readClauses(null, submissions.fields)).toEqual({ match: 'all', parts: [] });
    expect(writeClauses({ match: 'all', parts: [{ field: 'status', operator: '', value: null }] })).toBeNull();
  });

  it('is described in words', () => {
    const words = (condition: Json) => describeCondition(condition, [submissions], 'submissions', 'UTC');
    expect(words(null)).toBe('Every row');
    expect(words({ submittedById: '$user.id' })).toBe('Rows where Submitted by is the current user');
    expect(words({ _or: [{ costCents_gte: 500 }, { status: ['Submitted'] }] })).toBe(
      'Rows where Cost is at least $5.00 or Status is Submitted',
    );
  });
});
