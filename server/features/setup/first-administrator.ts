import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { rolesWith } from '../../../domain/declarations/capabilities.ts';
import type { Db } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { Needs } from '../../services.ts';
import { setPassword } from '../accounts/account-commands.ts';
import { administratorExists } from '../accounts/account-rules.ts';
import { checkNewPassword, hashPassword } from '../accounts/passwords.ts';
import { tokensFor } from '../messages/tokens.ts';

const setupTokens = tokensFor('first administrator');

export interface FirstAdministrator {
  username: string;
  displayName: string;
  email: string | null;
  password: string;
}

/** The path by which the first administrator begins; null where there is one already. */
export async function setupPath(services: Needs<'db' | 'model' | 'settings'>): Promise<string | null> {
  if (await hasAdministrator(services, services.db)) return null;
  const installation = await installationOf(services.db);
  return installation === null ? null : `/setup#${(await setupTokens(services.settings)).sign([installation])}`;
}

/** 410 for a link that is none of this installation's, or where there is an administrator. */
export async function requireSetupLink(services: Needs<'model' | 'settings'>, db: Db, link: string): Promise<void> {
  const [installation] = (await setupTokens(services.settings)).verify(link) ?? [];
  const isOurs = installation !== undefined && installation === (await installationOf(db));
  if (!isOurs || (await hasAdministrator(services, db)))
    throw problem(410, 'setup.link-void', 'This link does not work', VOID);
}

const VOID =
  'An administrator already exists, or part of the link is missing. The server prints the link when it starts.';

/** One account, however many use the link at the same time. Returns its id. */
export async function createFirstAdministrator(
  services: Needs<'db' | 'engine' | 'model' | 'settings'>,
  link: string,
  { username, displayName, email, password }: FirstAdministrator,
): Promise<number> {
  const { engine, model } = services;
  await requireSetupLink(services, services.db, link);
  await checkNewPassword(password, { username, displayName, email }, 'password');
  const passwordHash = await hashPassword(password);
  return engine.transaction(async (tx) => {
    await tx.selectFrom('revisions').select('id').where('name', '=', 'permissions').forUpdate().execute();
    await requireSetupLink(services, tx, link);
    const roles = rolesWith(model.roles, 'everything').slice(0, 1);
    const values = { username, displayName, email, roles, active: true };
    const { id } = await engine.create(SYSTEM, 'users', values, { tx, command: true });
    await setPassword(tx, id, passwordHash);
    await tx.insertInto('setups').values({ userId: id }).execute();
    return id;
  });
}

function hasAdministrator({ model }: Needs<'model'>, db: Db): Promise<boolean> {
  return administratorExists(db, rolesWith(model.roles, 'everything'));
}

/** Identifies this database: its secret may be another's, too. */
async function installationOf(db: Db): Promise<string | null> {
  const seed = await db.selectFrom('revisions').select('createdAt').where('name', '=', 'seed').executeTakeFirst();
  return seed ? String(Date.parse(seed.createdAt)) : null;
}
