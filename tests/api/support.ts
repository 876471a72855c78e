import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hash } from '@node-rs/argon2';
import type { FastifyInstance } from 'fastify';
import pg from 'pg';
import { inject } from 'vitest';
import { SYSTEM } from '../../domain/declarations/actor.ts';
import type { Model, Row } from '../../domain/declarations/model.ts';
import { buildApp } from '../../server/app.ts';
import { startWork } from '../../server/feature.ts';
import { setPassword } from '../../server/features/accounts/account-commands.ts';
import { FEATURE_SETTINGS, FEATURES } from '../../server/features/index.ts';
import { openServices } from '../../server/open-services.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { transaction } from '../../server/platform/database.ts';
import { checkLockOrder } from '../../server/platform/locks.ts';
import { readSettings, type Settings } from '../../server/platform/settings.ts';
import type { Services } from '../../server/services.ts';
import { clock } from '../factories/clock.ts';
import { compareRows, responseFaults } from './response-check.ts';

export { SYSTEM };

checkLockOrder();

export const ROOT = join(import.meta.dirname, '..', '..');
export const TEMPLATE = 'atrium_template';
/** Password of the demonstration accounts and of those that createUser creates. */
export const PASSWORD = 'atrium-demo';

export interface TestUser {
  id: number;
  username: string;
  cookie: string;
}

export interface TestApp {
  app: FastifyInstance;
  services: Services;
  /** Logs in; returns the Cookie header. */
  loginAs(username: string, password?: string): Promise<string>;
  /** Creates an account with a unique name and logs it in. */
  createUser(given?: { roles?: string[]; groupIds?: number[]; username?: string }): Promise<TestUser>;
  close(): Promise<void>;
}

export interface TestOptions {
  /** Environment variables that override the defaults: { TRUST_PROXY: '1' }. */
  env?: Record<string, string>;
  /** A folder with schemas/ and config/ other than the project's. */
  root?: string;
  /** Whether jobs and schedules run, and work is caught up on. Default: false. */
  works?: boolean;
  /** The address that the server uses instead of its database's. */
  through?: (url: string) => Promise<string>;
}

/** Starts the server on a copy of the template database: tables, permission rules, demonstration accounts. */
export async function startTestApp(options: TestOptions = {}): Promise<TestApp> {
  const postgresUrl = inject('postgresUrl');
  const name = `test_${randomBytes(8).toString('hex')}`;
  await administer(postgresUrl, `create database ${name} template ${TEMPLATE}`);
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-files-'));
  const direct = databaseUrl(postgresUrl, name);
  const url = (await options.through?.(direct)) ?? direct;
  const settings = testSettings(dataDir, url, options.env);
  const { services, close } = await openServices(
    settings,
    await (options.root === undefined ? projectModel() : loadModel(options.root)),
    url,
  );
  compareRows(services.model);
  const app = await buildApp(services);
  if (options.works === true) await startWork(FEATURES, services);
  await app.ready();
  return {
    app,
    services,
    loginAs: (username, password = PASSWORD) => logIn(app, username, password),
    createUser: (given = {}) => createUser(app, services, given),
    async close() {
      await app.close();
      await close();
      await administer(postgresUrl, `drop database ${name} with (force)`);
      await rm(dataDir, { recursive: true, force: true });
      const faults = responseFaults.splice(0);
      if (faults.length > 0) throw new Error(`Responses differ from their schemas:\n${faults.join('\n')}`);
    },
  };
}

export function testSettings(dataDir: string, url: string, env: Record<string, string> = {}): Settings {
  return readSettings(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: url,
      DATABASE_POOL: '8',
      LOG_LEVEL: 'silent',
      NODE_ENV: 'test',
      TEST_CLOCK_OFFSET: `${clock.offset}`,
      ...env,
    },
    ROOT,
    FEATURE_SETTINGS,
  );
}

/** The connection string with another database. */
export function databaseUrl(postgresUrl: string, name: string): string {
  return postgresUrl.replace(/(@[^/?]*\/)[^?]*/, `$1${name}`);
}

/** Loaded once: it is never modified. */
function projectModel(): Promise<Model> {
  return (model ??= loadModel(ROOT));
}
let model: Promise<Model> | undefined;

async function administer(postgresUrl: string, statement: string): Promise<void> {
  const client = new pg.Client(postgresUrl);
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

async function logIn(app: FastifyInstance, username: string, password: string): Promise<string> {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/Login',
    headers: { authorization: `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}` },
    payload: {},
  });
  const cookie = answer.cookies[0];
  if (answer.statusCode !== 200 || !cookie)
    throw new Error(`${username} could not log in: ${answer.statusCode} ${answer.body}`);
  return `${cookie.name}=${cookie.value}`;
}

/** Of PASSWORD: a valid one that takes next to no time to verify. A hash names its own parameters, so the server takes it as any other. */
export function quickHash(): Promise<string> {
  return (passwordHash ??= hash(PASSWORD, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 }));
}
let passwordHash: Promise<string> | undefined;

async function createUser(
  app: FastifyInstance,
  services: Services,
  given: { roles?: string[]; groupIds?: number[]; username?: string },
): Promise<TestUser> {
  const passwordHash = await quickHash();
  const username = given.username ?? `user-${randomBytes(5).toString('hex')}`;
  const id = await transaction(services.db, async (tx) => {
    const data: Row = {
      username,
      displayName: username,
      email: `${username}@campus.example`,
      roles: given.roles ?? [],
      groupIds: given.groupIds ?? [],
      active: true,
    };
    const user = await services.engine.create(SYSTEM, 'users', data, { tx, command: true });
    await setPassword(tx, Number(user.id), passwordHash);
    return Number(user.id);
  });
  return { id, username, cookie: await logIn(app, username, PASSWORD) };
}
