import { expect, test } from 'vitest';
import { withRevisionBumps } from '../../server/platform/row-revisions.ts';

const TABLES = {
  changed: new Map([
    ['links', ['links']],
    ['centers', ['centers']],
  ]),
  deleted: new Map<string, string[]>(),
};

/** A connection that answers, or fails, and what was sent to it at each commit. */
function connection() {
  const commits: string[] = [];
  let failure: Error | null = null;
  const query = withRevisionBumps(async (text) => {
    if (!text.endsWith('commit')) return [];
    commits.push(text);
    if (failure) throw failure;
    return ['bumped', 'committed'];
  }, TABLES);
  const write = async (table: string): Promise<unknown> => {
    await query('begin', []);
    await query(`update "${table}" set "name" = $1`, ['A']);
    return query('commit', []);
  };
  return { commits, write, fail: (error: Error | null) => (failure = error) };
}

test('a connection prepares the bump of a resource once and executes it with each commit', async () => {
  const { commits, write } = connection();
  for (let time = 0; time < 3; time += 1) expect(await write('links')).toBe('committed');
  await write('centers');
  const [first, second, third, other] = commits;
  expect(first).toMatch(/^prepare atrium_bump_1 as insert into "revisions" [^;]*'rows\/links\/'/);
  expect(first).toMatch(/; execute atrium_bump_1; commit$/);
  expect([second, third]).toEqual(Array(2).fill('execute atrium_bump_1; commit'));
  expect(other).toMatch(/^prepare atrium_bump_2 as insert into "revisions" [^;]*'rows\/centers\/'/);
});

test('after a commit that failed, the bump is prepared under another name', async () => {
  const { commits, write, fail } = connection();
  fail(new Error('lost'));
  await expect(write('links')).rejects.toThrow('lost');
  fail(null);
  await write('links');
  await write('links');
  expect(commits.map((text) => text.match(/execute \w+/)?.[0])).toEqual([
    'execute atrium_bump_1',
    'execute atrium_bump_2',
    'execute atrium_bump_2',
  ]);
  expect(commits[2]).toBe('execute atrium_bump_2; commit');
});

test('a transaction that wrote nothing commits alone', async () => {
  const { commits, write } = connection();
  await write('others');
  expect(commits).toEqual(['commit']);
});
