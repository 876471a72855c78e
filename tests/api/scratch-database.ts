import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { openDatabase, type Db } from '../../server/platform/database.ts';
import { databaseUrl } from './support.ts';

export interface ScratchDatabase {
  db: Db;
  url: string;
  drop(): Promise<void>;
}

/** Creates an empty database on the run's PostgreSQL. */
export async function scratchDatabase(): Promise<ScratchDatabase> {
  const server = inject('postgresUrl');
  const name = `scratch_${randomBytes(8).toString('hex')}`;
  const administer = async (statement: string): Promise<void> => {
    const client = new pg.Client(server);
    await client.connect();
    await client.query(statement).finally(() => client.end());
  };
  await administer(`create database ${name}`);
  const url = databaseUrl(server, name);
  const db = openDatabase(url, { max: 6 });
  return {
    db,
    url,
    async drop() {
      await db.destroy();
      await administer(`drop database ${name} with (force)`);
    },
  };
}
