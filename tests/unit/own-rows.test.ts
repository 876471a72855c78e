import { beforeAll, expect, test } from 'vitest';
import type { Model } from '../../domain/declarations/model.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { namesOfPeople, ownColumns, ownReferences } from '../../server/features/personal-data/own-rows.ts';
import { PROJECT } from '../factories/server-process.ts';

let model: Model;
beforeAll(async () => {
  model = await loadModel(PROJECT);
});

test('what belongs to a person is what the person owns, and what goes with the account', () => {
  const own = ownReferences(model).map(
    ({ resource, column, goes }) => `${resource.name}.${column}${goes ? ' goes' : ''}`,
  );
  expect(own).toEqual(
    expect.arrayContaining([
      'submissions.submittedById',
      'files.uploaderId',
      'sessions.userId goes',
      'credentials.userId goes',
    ]),
  );
  for (const others of [
    'submissions.assignedToId',
    'forms.assigneeId',
    'pageVersions.publishedById',
    'messages.authorId',
  ])
    expect(own.filter((name) => name.startsWith(others))).toEqual([]);
});

test('neither secrets nor notes of staff can be taken out', () => {
  const shown = ownReferences(model).flatMap((reference) =>
    ownColumns(reference).map((column) => `${reference.resource.name}.${column}`),
  );
  const isSecret = (name: string) =>
    /\..*(hash|token|secret|seed|password|storageKey|thumbnailKey|notes?$)/i.test(name);
  expect(shown.filter(isSecret)).toEqual([]);
});

test('who else is named in a row is left out', () => {
  const reference = ownReferences(model).find(({ resource }) => resource.name === 'submissions')!;
  expect(ownColumns(reference)).not.toContain('assignedToId');
  expect(ownColumns(reference)).toContain('data');
});

test('names beside references are known', () => {
  expect(namesOfPeople(model)).toEqual(
    expect.arrayContaining([
      { table: 'messages', id: 'authorId', name: 'authorName' },
      { table: 'statusChanges', id: 'actorId', name: 'actorName' },
    ]),
  );
});
