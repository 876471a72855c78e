import { sql } from 'kysely';
import { extname } from 'node:path';
import type { PlanNote } from '../../../domain/calls/action-parts.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { isUnlimited } from '../../declarations/permission.ts';
import type { Tx } from '../../platform/database.ts';
import { writeAuditEntries } from '../../resources/audit-buffer.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import type { Needs } from '../../services.ts';
import { actorsOfAccounts } from '../accounts/held-roles.ts';
import { ANONYMISED_PERSON } from './anonymised-person.ts';
import { forgetAnswers } from '../registration/questions/forget-answers.ts';
import { namesOfPeople, ownReferences } from './own-rows.ts';
import { replaceInOwnTexts } from './own-texts.ts';
import { removePersonalAnswers } from './personal-answers.ts';
import { replaceEverywhere } from './replace-texts.ts';
import { isDistinctive, nameParts, replacerOf } from './word-replacer.ts';

const SHORTEST = 3;

/**
 * Renames files of the person, and of their requests, whose names contain one of the words, to "file.pdf". Unused
 * uploads are deleted; the nightly housekeeping removes their bytes.
 */
async function hideFileNames(tx: Tx, id: number, words: readonly string[]): Promise<void> {
  await sql`delete from "files" where "uploaderId" = ${id} and "submissionId" is null and "requestMessageId" is null
    and "recordId" is null`.execute(tx);
  // A record's value has the name in it.
  const { rows } = await sql<{ id: string; name: string }>`select "id", "name" from "files" where "recordId" is null
    and ("uploaderId" = ${id} or "submissionId" in (select s."id" from "submissions" s where s."submittedById" = ${id}))`.execute(
    tx,
  );
  const sought = words.map(lettersIn).filter((word) => word.length >= SHORTEST);
  for (const file of rows) {
    const letters = lettersIn(file.name);
    if (sought.some((word) => letters.includes(word)))
      await sql`update "files" set "name" = ${`file${extname(file.name).toLowerCase()}`} where "id" = ${file.id}`.execute(
        tx,
      );
  }
}

/** "Ada_Lovelace-CV.pdf" as "adalovelacecvpdf". */
function lettersIn(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}

/** Of each further word to remove. */
const SHORTEST_WORD = 4;
type User = CommandRows<'users'>['rows'][number];
const OWN_ACCOUNT = 'You cannot anonymize the account you are logged in with.';
const FOR_GOOD = 'This account is permanently anonymized.';
const anonymousName = (id: number): string => `anonymised-${id}`;

/** Anonymized accounts are never written to, by any write. */
export function addAnonymityRules({ engine }: Needs<'engine'>): void {
  engine.rules.checkAll('users', async (writes) => {
    const ids = writes.flatMap(({ before, after }) => (before && after ? [Number(before.id)] : []));
    const [first] = writes;
    if (!first || ids.length === 0) return null;
    const anonymised = await first.tx
      .selectFrom('anonymisations')
      .select('id')
      .where('userId', 'in', ids)
      .limit(1)
      .executeTakeFirst();
    return anonymised ? { username: FOR_GOOD } : null;
  });
}

export function addAnonymizeCommand(services: Needs<'engine' | 'model'>): void {
  services.engine.command('users.anonymize', {
    resource: 'users',
    inputs: {
      properties: {
        words: {
          type: 'array',
          title: 'Also remove',
          description: 'For example, a student ID or a nickname. They are removed from all texts.',
          items: { type: 'string', minLength: SHORTEST_WORD, maxLength: 200, pattern: '\\S' },
          maxItems: 20,
        },
      },
    },
    refreshes: 'everything',
    refusals: (call) => refuseAnonymizing(services, call),
    notes: describeRequests,
    lock: lockIdentities,
    run: async ({ tx, actor, rows, inputs }) => {
      // All texts are searched.
      await sql`set local statement_timeout = '10min'`.execute(tx);
      // Texts of append-only tables, such as the reason of a booking, can have names.
      await sql`set local atrium.anonymizing = 'on'`.execute(tx);
      const further = (inputs['words'] ?? []) as string[];
      for (const user of rows) await anonymize(services, tx, actor, user, further);
    },
  });
}

async function refuseAnonymizing(services: Needs<'model'>, { tx, actor, rows }: CommandRows<'users'>) {
  const ids = rows.map(({ id }) => id);
  const anonymous = await tx.selectFrom('anonymisations').select('userId').where('userId', 'in', ids).execute();
  const refusals = new Map<number, string>();
  for (const [id, account] of isUnlimited(actor) ? [] : await actorsOfAccounts(services, tx, ids))
    // This permission alone does not remove administrators.
    if (isUnlimited(account)) refusals.set(id, 'Only administrators can anonymize the account of an administrator.');
  for (const { userId } of anonymous) if (userId !== null) refusals.set(userId, FOR_GOOD);
  if (actor.id !== null && ids.includes(actor.id)) refusals.set(actor.id, OWN_ACCOUNT);
  return refusals;
}

async function describeRequests({ tx, rows }: CommandRows<'users'>): Promise<PlanNote[]> {
  const found = await tx
    .selectFrom('submissions')
    .select('done')
    .where(
      'submittedById',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  const open = found.filter(({ done }) => !done).length;
  const text =
    found.length === 0
      ? 'There are no requests.'
      : found.length === 1
        ? `The request is kept under “${ANONYMISED_PERSON}”, with its answers and files.`
        : `The ${found.length} requests are kept under “${ANONYMISED_PERSON}”, with their answers and files.`;
  if (open === 0) return [text];
  const warning =
    open === 1
      ? 'A request of this person is still open. No one can answer questions about it afterward. Finish or cancel it first.'
      : `${open} requests of this person are still open. No one can answer questions about them afterward. Finish or cancel them first.`;
  return [{ text: warning, places: [], tone: 'warning' }, text];
}

/**
 * Anonymizes an account permanently: its name, address, logins, choices and messages are deleted, its name is removed from texts and the
 * history; its requests remain. The user name is free again: its next login creates a new account.
 */
async function anonymize(
  services: Needs<'engine' | 'model'>,
  tx: Tx,
  actor: Actor,
  user: User,
  further: readonly string[],
): Promise<void> {
  const { engine, model } = services;
  const { id, displayName } = user;
  const words = await wordsFor(tx, user);
  await emptyAccount(services, tx, actor, id);
  await replaceNames(services, tx, id);
  const parts = nameParts(displayName);
  const own = [...words, ...further];
  await hideFileNames(tx, id, [...parts, ...own]);
  const answers = await removePersonalAnswers(tx, id);
  await forgetAnswers(tx, sql`t."userId" = ${id}`);
  await replaceInOwnTexts(model, tx, id, replacerOf(own, parts));
  await forgetLogins(tx, id, words);
  await removeOwnRows(services, tx, id);
  const everywhere = [...own.filter((word) => further.includes(word) || isDistinctive(word)), ...answers];
  await replaceEverywhere(model, tx, replacerOf(await notOfOthers(tx, id, everywhere)));
  await scrubHistory(tx, id);
  const requests = await countRequests(tx, id);
  await engine.create(actor, 'anonymisations', { userId: id, requests }, { tx, command: true });
}

/** In the order of a login, which waits. */
async function lockIdentities(tx: Tx, ids: readonly (string | number)[]): Promise<void> {
  await tx
    .selectFrom('identities')
    .select('id')
    .where('userId', 'in', ids.map(Number))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** All words by which texts may name the person. */
async function wordsFor(tx: Tx, user: User): Promise<string[]> {
  const identities = await tx
    .selectFrom('identities')
    .select(['userName', 'displayName', 'email'])
    .where('userId', '=', user.id)
    .execute();
  const addresses = await tx.selectFrom('addressChanges').select('address').where('userId', '=', user.id).execute();
  return [user, ...identities.map((one) => ({ ...one, username: one.userName }))]
    .flatMap(({ displayName, email, username }) => [displayName, email, username])
    .concat(addresses.map(({ address }) => address))
    .concat(user.studentId)
    .filter((word) => word !== null);
}

/** Through the engine, whose rules hold: an administrator must remain. The caller need not hold the removed roles. */
async function emptyAccount({ engine }: Needs<'engine'>, tx: Tx, actor: Actor, id: number): Promise<void> {
  const values = {
    username: anonymousName(id),
    displayName: ANONYMISED_PERSON,
    ...{ email: null, studentId: null, roles: [], groupIds: [], notes: null, active: false },
  };
  const by = isUnlimited(actor) ? actor : { ...actor, system: true as const };
  await engine.update(by, 'users', id, values, { tx, command: true });
  await tx
    .updateTable('users')
    .set({ lastLoginAt: null, secondFactorAt: null, cardHash: null, cardSealed: null, directoryGroupIds: sql`'[]'` })
    .where('id', '=', id)
    .execute();
}

/** Words that name other people too are replaced only in texts about this person. */
async function notOfOthers(tx: Tx, id: number, words: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ word: string }>`
    select w as "word" from unnest(${[...words]}::text[]) w where exists (select 1 from "users" u where u."id" <> ${id}
      and lower(w) in (lower(u."displayName"), lower(u."username"), lower(u."email")))`.execute(tx);
  const taken = new Set(rows.map(({ word }) => word));
  return words.filter((word) => !taken.has(word));
}

async function countRequests(tx: Tx, id: number): Promise<number> {
  const { count } = await tx
    .selectFrom('submissions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('submittedById', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What was written or done stays, by someone without a name. */
async function replaceNames({ model }: Needs<'model'>, tx: Tx, id: number): Promise<void> {
  for (const column of namesOfPeople(model))
    await sql`update ${sql.table(column.table)} set ${sql.ref(column.name)} = ${ANONYMISED_PERSON}
      where ${sql.ref(column.id)} = ${id}`.execute(tx);
  await sql`update "eventLog" set "userId" = null, "ip" = null, "userAgent" = null where "userId" = ${id}`.execute(tx);
}

async function forgetLogins(tx: Tx, id: number, names: readonly string[]): Promise<void> {
  const known = names.map((name) => name.toLowerCase());
  await sql`delete from "loginAttempts" where lower("account") = any(${[...known, String(id)]}::text[])`.execute(tx);
  await sql`delete from "suppressedAddresses" where lower("address") = any(${known}::text[])`.execute(tx);
  await sql`delete from "mails" where lower("address") = any(${known}::text[])`.execute(tx);
  // A refused login with the username, possibly by the same person.
  await sql`delete from "identities" where "userId" is null
    and (lower("userName") = any(${known}::text[]) or lower("email") = any(${known}::text[]))`.execute(tx);
}

/**
 * Sessions, credentials, identities, choices, drafts, messages in the portal, mails: everything that only the person
 * needs, with its history.
 */
async function removeOwnRows({ model }: Needs<'model'>, tx: Tx, id: number): Promise<void> {
  await writeAuditEntries(tx);
  const { rows: got } = await sql<{ id: number }>`
    select "messageId" as "id" from "messageRecipients" where "userId" = ${id}
    union select "messageId" from "mails" where "userId" = ${id} and "messageId" is not null`.execute(tx);
  for (const { resource, column, goes } of ownReferences(model)) {
    if (!goes) continue;
    await sql`update "auditEntries" set "before" = case when "before" is null then null else '{}'::jsonb end,
        "after" = case when "after" is null then null else '{}'::jsonb end
      where "resource" = ${resource.name} and ("before"->>${column} = ${String(id)} or "after"->>${column} = ${String(id)}
        or "recordId" in (select "id"::text from ${sql.table(resource.name)} where ${sql.ref(column)} = ${id}))`.execute(
      tx,
    );
    await sql`delete from ${sql.table(resource.name)} where ${sql.ref(column)} = ${id}`.execute(tx);
  }
  // Deletes messages that no one else has got, in the portal or by mail.
  await sql`delete from "messages" m where m."id" = any(${got.map((row) => row.id)}::bigint[])
    and not exists (select 1 from "messageRecipients" r where r."messageId" = m."id")
    and not exists (select 1 from "mails" e where e."messageId" = m."id")`.execute(tx);
}

/**
 * The history states that and when the account was changed, and who did this last change; former values are deleted.
 */
async function scrubHistory(tx: Tx, id: number): Promise<void> {
  await writeAuditEntries(tx);
  const record = String(id);
  await sql`update "auditEntries" set "before" = case when "before" is null then null else '{}'::jsonb end,
      "after" = case when "after" is null then null else '{}'::jsonb end
    where "resource" = 'users' and "recordId" = ${record}`.execute(tx);
  await sql`update "auditEntries" set "after" = ${JSON.stringify({ displayName: ANONYMISED_PERSON, active: false })}::jsonb
    where "id" = (select max("id") from "auditEntries" where "resource" = 'users' and "recordId" = ${record})`.execute(
    tx,
  );
  await sql`update "auditEntries" set "actorName" = ${ANONYMISED_PERSON}, "ip" = null where "actorId" = ${id}`.execute(
    tx,
  );
}
