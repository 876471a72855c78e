import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openDatabase } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import type { Plan } from '../../server/schema/draft.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { scratchDatabase, type ScratchDatabase } from './scratch-database.ts';
import { ROOT } from './support.ts';

const execute = promisify(execFile);

interface Outcome {
  code: number;
  stdout: string;
  stderr: string;
}

async function schema(words: string[], env: Record<string, string>): Promise<Outcome> {
  const { DATABASE_URL: _url, ...inherited } = process.env;
  const node = join(ROOT, 'node_modules', '.bin', 'node');
  return execute(node, [join(ROOT, 'server/schema-command.ts'), ...words], {
    env: { ...inherited, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    (error: Outcome) => error,
  );
}

let scratch: ScratchDatabase;
let dataDir: string;

beforeEach(async () => {
  scratch = await scratchDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'atrium schema '));
});

afterEach(async () => {
  await scratch.drop();
  await rm(dataDir, { recursive: true, force: true });
});

describe('npm run schema', () => {
  it('shows the changes, as text and as JSON, and changes nothing', async () => {
    const env = { DATABASE_URL: scratch.url, DATA_DIR: dataDir };
    expect((await schema(['plan'], env)).stdout).toMatch(
      /^ {2}categories: Create the resource "categories" with \d+ fields$/m,
    );
    const { steps } = JSON.parse((await schema(['plan', '--json'], env)).stdout) as Plan;
    expect(steps).toContainEqual({
      resource: 'categories',
      change: 'create',
      words: expect.stringContaining('Create') as string,
      rows: 0,
      loss: 'none',
    });
    expect((await sql`select 1 from pg_tables where schemaname = 'public'`.execute(scratch.db)).rows).toEqual([]);
  });

  it('applies changes', async () => {
    const env = { DATABASE_URL: scratch.url, DATA_DIR: dataDir };
    expect((await schema(['apply'], env)).stdout).toContain('categories: Create');
    expect((await schema(['plan'], env)).stdout).toBe('The database is as the declarations say.\n');
  });

  it('refuses to lose data, and loses it on request', async () => {
    const env = { DATABASE_URL: scratch.url, DATA_DIR: dataDir };
    await syncSchema(scratch.db, await loadModel(ROOT), { allowLoss: false });
    await sql`insert into categories (name) values ('Old')`.execute(scratch.db);
    await sql`alter table categories add column leftover text default 'x'`.execute(scratch.db);
    await sql`insert into atrium_schema_objects ("table", kind, name) values ('categories', 'column', 'leftover')`.execute(
      scratch.db,
    );
    const refused = await schema(['apply'], env);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain('categories.leftover: Remove "leftover": 1 record would lose its value');
    expect(await schema(['plan'], env)).toMatchObject({
      code: 3,
      stdout: expect.stringContaining('! categories.leftover') as string,
    });
    expect((await schema(['apply', '--allow-loss'], env)).code).toBe(0);
    expect((await sql`select * from categories`.execute(scratch.db)).rows[0]).not.toHaveProperty('leftover');
  });

  it('shares the embedded database with a running server, and starts it when there is none', async () => {
    expect((await schema(['apply'], { DATA_DIR: dataDir })).stdout).toContain('categories: Create');
    const server = await startEmbeddedPostgres(dataDir, { throwaway: true });
    try {
      expect((await schema(['plan'], { DATA_DIR: dataDir })).stdout).toContain('as the declarations say');
      const db = openDatabase(server.url, { max: 1 });
      expect((await sql`select * from categories`.execute(db)).rows).toEqual([]);
      await db.destroy();
    } finally {
      await server.stop();
    }
  });

  it('says in one sentence why it cannot use the database', async () => {
    const faults = {
      [scratch.url.replace(/scratch_\w+/, 'nowhere')]: /^The database of DATABASE_URL does not exist: .*"nowhere"/,
      [scratch.url.replace(/:[^:@]*@/, ':wrong@')]: /^The database does not accept the user or the password/,
      'postgres://a:b@127.0.0.1:9/x': /^The database does not answer: /,
    };
    for (const [url, words] of Object.entries(faults)) {
      const { code, stderr } = await schema(['plan'], { DATABASE_URL: url, DATA_DIR: dataDir });
      expect(code).toBe(1);
      expect(stderr).toMatch(words);
      expect(stderr.trim().split('\n')).toHaveLength(1);
    }
  });

  it('says how it is called', async () => {
    expect(await schema(['drop'], { DATA_DIR: dataDir })).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('npm run schema -- plan') as string,
    });
    expect((await schema(['plan', '--allow-loss'], { DATA_DIR: dataDir })).code).toBe(2);
  });
});
