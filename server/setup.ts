/**
 * npm run setup -- admin [--username name] [--name "Full name"] [--email address]
 *   Creates an administrator, or makes an existing account one. Prompts for what is missing; the password is read from the terminal or
 *   from standard input.
 * npm run setup -- close-demo
 *   Closes the demonstration accounts, so that HOST may be an address that others can reach. Refuses to close the last administrator.
 */
import { join } from 'node:path';
import { type Interface, createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { SYSTEM } from '../domain/declarations/actor.ts';
import { rolesWith } from '../domain/declarations/capabilities.ts';
import { loadCheckedModel } from './checked-model.ts';
import { endSessions, setPassword } from './features/accounts/account-commands.ts';
import { administratorExists } from './features/accounts/account-rules.ts';
import { checkNewPassword, hashPassword } from './features/accounts/passwords.ts';
import { openDemoAccounts, seed } from './features/demo/seed.ts';
import { FEATURE_SETTINGS } from './features/index.ts';
import { changePassword } from './features/passwords/change.ts';
import { switchOff } from './features/second-factor/switch.ts';
import { openServices } from './open-services.ts';
import { ProblemError } from './platform/problem.ts';
import { readSettings } from './platform/settings.ts';
import { prepareDatabase, StartupError } from './prepare-database.ts';
import type { CommandServices, Needs, Services } from './services.ts';

let lines: AsyncIterator<string> | undefined;

/** Prompts on the terminal; without a terminal, reads the next line of standard input. */
async function prompt(question: string): Promise<string> {
  if (!process.stdin.isTTY) return nextLine();
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  return answer(terminal, question);
}

async function promptSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return nextLine();
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const terminal = createInterface({ input: process.stdin, output: silent, terminal: true });
  return answer(terminal, '').finally(() => process.stdout.write('\n'));
}

function answer(terminal: Interface, question: string): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    terminal.once('SIGINT', () => reject(new Error('Stopped.')));
    terminal.question(question, resolve);
  }).finally(() => terminal.close());
}

async function nextLine(): Promise<string> {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const next = await lines.next();
  return next.done ? '' : next.value;
}

const USAGE =
  'Usage:\n  npm run setup -- admin [--username name] [--name "Full name"] [--email address]\n  npm run setup -- close-demo';

interface NewAdministrator {
  username: string;
  name: string;
  email: string;
  password: string;
}

try {
  await main();
} catch (error) {
  console.error(error instanceof ProblemError ? describe(error) : error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

async function main(): Promise<void> {
  const { positionals, values } = parseArgs({
    allowPositionals: true,
    options: { username: { type: 'string' }, name: { type: 'string' }, email: { type: 'string' } },
  });
  const [command, ...rest] = positionals;
  if (rest.length > 0 || (command !== 'admin' && command !== 'close-demo')) throw new Error(USAGE);
  const given = command === 'admin' ? await askFor(values) : null;
  await withServices((services) => (given ? makeAdministrator(services, given) : closeDemo(services)));
}

async function askFor(values: {
  username?: string | undefined;
  name?: string | undefined;
  email?: string | undefined;
}): Promise<NewAdministrator> {
  const username = (values.username ?? (await prompt('Username: '))).trim().toLowerCase();
  const name = (values.name ?? (await prompt('Full name: '))).trim() || username;
  const email = (values.email ?? (await prompt('Email (may be empty): '))).trim();
  const password = await promptSecret('Password (at least 10 characters): ');
  await checkNewPassword(password, { username, displayName: name, email: email || null }, 'password');
  return { username, name, email, password };
}

async function withServices(work: (services: Services) => Promise<void>): Promise<void> {
  const settings = readSettings(process.env, join(import.meta.dirname, '..'), FEATURE_SETTINGS);
  const model = await loadCheckedModel(settings.root);
  const database = await prepareDatabase(settings, model);
  try {
    const { services, close } = await openServices(settings, model, database.url);
    await seed(services, { demo: false })
      .then(() => work(services))
      .finally(close);
  } finally {
    await database.release();
  }
}

async function makeAdministrator(
  services: CommandServices,
  { username, name, email, password }: NewAdministrator,
): Promise<void> {
  const { engine, model } = services;
  const unlimitedRoles = rolesWith(model.roles, 'everything').slice(0, 1);
  const passwordHash = await hashPassword(password);
  const existed = await engine.transaction(async (tx) => {
    const hadAdministrator = await administratorExists(tx, rolesWith(model.roles, 'everything'));
    const account = await tx
      .selectFrom('users')
      .select(['id', 'roles', 'secondFactorAt'])
      .where('username', '=', username)
      .executeTakeFirst();
    const options = { tx, command: true } as const;
    const row = account
      ? await engine.update(
          SYSTEM,
          'users',
          account.id,
          { roles: [...new Set([...(account.roles ?? []), ...unlimitedRoles])], active: true },
          options,
        )
      : await engine.create(
          SYSTEM,
          'users',
          { username, displayName: name, email: email || null, roles: unlimitedRoles, active: true },
          options,
        );
    // The setup is guided for the first administrator of a new installation.
    if (!hadAdministrator)
      await tx
        .insertInto('setups')
        .values({ userId: row.id })
        .onConflict((c) => c.doNothing())
        .execute();
    // Who can run this command has the server, so a lost phone locks no one out of it.
    if (account?.secondFactorAt) await switchOff(services, tx, SYSTEM, row.id);
    if (account) await changePassword(services, tx, row.id, passwordHash);
    else await setPassword(tx, row.id, passwordHash);
    return account !== undefined;
  });
  console.log(
    existed
      ? `${username} existed already: it is an administrator now and has the new password.`
      : `${username} is an administrator now.`,
  );
}

async function closeDemo({ db, engine, model }: Needs<'db' | 'engine' | 'model'>): Promise<void> {
  const accounts = await openDemoAccounts(db);
  if (accounts.length > 0 && !(await administratorExists(db, rolesWith(model.roles, 'everything'), accounts)))
    throw new StartupError(
      `Nothing was closed: no one besides the accounts of the demonstration (${accounts.join(', ')}) is an administrator, and` +
        ' no one could administer the portal. Create your own administrator first: npm run setup -- admin',
    );
  await engine.transaction(async (tx) => {
    for (const username of accounts) {
      const rows = await tx.selectFrom('users').select('id').where('username', '=', username).execute();
      for (const { id } of rows) {
        await engine.update(SYSTEM, 'users', id, { active: false }, { tx, command: true });
        await endSessions(tx, id);
      }
    }
  });
  console.log(accounts.length === 0 ? 'No account of the demonstration is open.' : `Closed: ${accounts.join(', ')}`);
}

function describe({ problem }: ProblemError): string {
  const fields = Object.entries(problem.errors ?? {}).map(([field, message]) => `  ${field}: ${String(message)}`);
  return [problem.detail, ...fields].join('\n');
}
