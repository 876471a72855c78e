import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import type { Model } from '../../domain/declarations/model.ts';
import { startWork } from '../../server/feature.ts';
import { seed } from '../../server/features/demo/seed.ts';
import { FEATURES } from '../../server/features/index.ts';
import { openServices } from '../../server/open-services.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { openDatabase } from '../../server/platform/database.ts';
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres.ts';
import { syncSchema } from '../../server/schema/sync.ts';
import { ROOT, TEMPLATE, databaseUrl, quickHash, testSettings } from './support.ts';

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string;
  }
}

/** Starts one PostgreSQL for the whole run, with the template database that each test file gets a copy of. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-api-'));
  const engine = await startEmbeddedPostgres(dataDir, { throwaway: true });
  const tearDown = async (): Promise<void> => {
    await engine.stop();
    await rm(dataDir, { recursive: true, force: true });
  };
  try {
    await makeTemplate(engine.url, dataDir);
  } catch (error) {
    await tearDown();
    throw error;
  }
  project.provide('postgresUrl', engine.url);
  return tearDown;
}

async function makeTemplate(postgresUrl: string, dataDir: string): Promise<void> {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  await client.query(`create database ${TEMPLATE}`);
  await client.end();
  const url = databaseUrl(postgresUrl, TEMPLATE);
  const model = await loadModel(ROOT);
  const db = openDatabase(url, { max: 2, statementTimeout: 0 });
  await syncSchema(db, model, { allowLoss: false });
  await db.destroy();
  await makeQueues(model, dataDir, url);
  const { services, close } = await openServices(testSettings(dataDir, url), model, url);
  await seed(services, { demo: true });
  await services.db
    .updateTable('credentials')
    .set('passwordHash', await quickHash())
    .execute();
  await close();
}

/** Every copy has the queues, so that no server needs to create them. */
async function makeQueues(model: Model, dataDir: string, url: string): Promise<void> {
  const { services, close } = await openServices(testSettings(dataDir, url), model, url);
  await startWork(
    FEATURES.map(({ catchUp: _, ...feature }) => feature),
    services,
  );
  await close();
  await clearSchedules(url);
}

/** In a copy whose schedules remain, each server would enqueue jobs at full minutes, without being asked to work. */
async function clearSchedules(url: string): Promise<void> {
  const client = new pg.Client(url);
  await client.connect();
  await client.query('delete from pgboss.schedule');
  await client.query('delete from pgboss.job');
  await client.end();
}
