import { sql } from 'kysely';
import { extname } from 'node:path';
import { ANONYMISED_PERSON } from '../../../domain/access/anonymise.ts';
import type { Anonymise, AnonymisePreview } from '../../../domain/calls/accounts.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { canAccess, isUnlimited } from '../../declarations/permission.ts';
import { type Tx, transaction } from '../../platform/database.ts';
import { conflict, forbidden, invalid, ungranted } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { forgetAnswers } from '../registration/questions/forget-answers.ts';
import { namesOfPeople, ownReferences } from './own-rows.ts';
import { replaceInOwnTexts } from './own-texts.ts';
import { removePersonalAnswers } from './personal-answers.ts';
import { replaceEverywhere } from './replace-words.ts';
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

const FOR_GOOD = 'This account is anonymous for good.';
const anonymousName = (id: number): string => `anonymised-${id}`;

/** Anonymized accounts are never written to, by any write. */
export function addAnonymityRules({ engine }: Services): void {
  engine.checkAll('users', async (writes) => {
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

/** 403 without the permission, 404 for an account that the caller may not see. */
export async function anonymizePreview(services: Services, actor: Actor, id: number): Promise<AnonymisePreview> {
  const { db, engine } = services;
  refuseUngranted(services, actor);
  await engine.get(actor, 'users', id);
  const { rows } = await sql<{ requests: number; openRequests: number; isAnonymous: boolean }>`
    select count(*)::int as "requests", (count(*) filter (where not "done"))::int as "openRequests",
      exists (select 1 from "anonymisations" where "userId" = ${id}) as "isAnonymous"
    from "submissions" where "submittedById" = ${id}`.execute(db);
  const { requests = 0, openRequests = 0, isAnonymous = false } = rows[0] ?? {};
  const refusal = isAnonymous ? FOR_GOOD : await anonymizeRefusal(services, actor, id);
  return { refusal, requests, openRequests };
}

/**
 * Anonymizes an account in one transaction and for good: its name, address, logins, choices and messages are deleted,
 * its name is removed from texts and the history; its requests remain. The user name is free again: its next login
 * creates a new account. `name` must be the person's name. 403, 404, 409, or 400 with the reason by field.
 */
export async function anonymise(services: Services, actor: Actor, id: number, given: Anonymise): Promise<void> {
  const { db, engine, model } = services;
  refuseUngranted(services, actor);
  await engine.get(actor, 'users', id);
  await transaction(db, async (tx) => {
    // All texts are searched.
    await sql`set local statement_timeout = '10min'`.execute(tx);
    const { displayName, words } = await lockPerson(services, tx, id);
    const refusal = await anonymizeRefusal(services, actor, id);
    if (refusal !== null) throw conflict(refusal);
    if (given.name.trim() !== displayName.trim()) throw invalid({ name: 'Type the name as it stands above.' });
    await emptyAccount(services, tx, actor, id);
    await replaceNames(services, tx, id);
    const parts = nameParts(displayName);
    const own = [...words, ...(given.words ?? [])];
    await hideFileNames(tx, id, [...parts, ...own]);
    const answers = await removePersonalAnswers(tx, id);
    await forgetAnswers(tx, sql`t."userId" = ${id}`);
    await replaceInOwnTexts(model, tx, id, replacerOf(own, parts));
    await forgetLogins(tx, id, words);
    await removeOwnRows(services, tx, id);
    const everywhere = [...own.filter((word) => given.words?.includes(word) || isDistinctive(word)), ...answers];
    await replaceEverywhere(model, tx, replacerOf(await notOfOthers(tx, id, everywhere)));
    await scrubHistory(tx, id);
    const requests = await countRequests(tx, id);
    await engine.create(actor, 'anonymisations', { userId: id, requests }, { tx, command: true });
  });
}

/** Their name, and all words by which texts may name them. Throws 409 for an anonymous account. */
async function lockPerson({ engine }: Services, tx: Tx, id: number): Promise<{ displayName: string; words: string[] }> {
  // In the order of a login, which waits.
  const { rows: elsewhere } = await sql<Named>`select "userName", "displayName", "email" from "identities"
    where "userId" = ${id} order by "id" for update`.execute(tx);
  const [user] = await engine.lock(tx, 'users', [id]);
  const { isAnonymous } = await tx
    .selectNoFrom(({ exists, selectFrom }) =>
      exists(selectFrom('anonymisations').select('id').where('userId', '=', id)).as('isAnonymous'),
    )
    .executeTakeFirstOrThrow();
  if (!user || isAnonymous) throw conflict(FOR_GOOD);
  const addresses = await tx.selectFrom('addressChanges').select('address').where('userId', '=', id).execute();
  const words = [user, ...elsewhere.map((one) => ({ ...one, username: one.userName }))]
    .flatMap(({ displayName, email, username }) => [displayName, email, username])
    .concat(addresses.map(({ address }) => address))
    .concat(user.studentId)
    .filter((word) => word !== null);
  return { displayName: user.displayName, words };
}

/** Through the engine, whose rules hold: an administrator must remain. The caller need not hold the removed roles. */
async function emptyAccount({ engine }: Services, tx: Tx, actor: Actor, id: number): Promise<void> {
  const values = {
    username: anonymousName(id),
    displayName: ANONYMISED_PERSON,
    ...{ email: null, studentId: null, roles: [], groupIds: [], notes: null, active: false },
  };
  const by = isUnlimited(actor) ? actor : { ...actor, system: true as const };
  await engine.update(by, 'users', id, values, { tx, command: true });
  await tx
    .updateTable('users')
    .set({ lastLoginAt: null, cardHash: null, directoryGroupIds: sql`'[]'` })
    .where('id', '=', id)
    .execute();
}

type Named = { userName: string | null; displayName: string | null; email: string | null };

function refuseUngranted({ engine: { resolver } }: Services, actor: Actor): void {
  if (!canAccess(resolver.access(actor, resolver.resource('anonymisations'), 'create')))
    throw ungranted(actor, 'You may not anonymise accounts.');
}

async function anonymizeRefusal(services: Services, actor: Actor, id: number): Promise<string | null> {
  if (actor.id === id) return 'Nobody can anonymise the account they are logged in with.';
  const account = await actorOfAccount(services, id, '');
  // This permission alone does not remove administrators.
  if (account && isUnlimited(account) && !isUnlimited(actor))
    throw forbidden('Only administrators anonymise the account of an administrator.');
  return null;
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

/** What was written or done stays, by somebody without a name. */
async function replaceNames({ model }: Services, tx: Tx, id: number): Promise<void> {
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
async function removeOwnRows({ model }: Services, tx: Tx, id: number): Promise<void> {
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
  // Deletes messages that nobody else has got, in the portal or by mail.
  await sql`delete from "messages" m where m."id" = any(${got.map((row) => row.id)}::bigint[])
    and not exists (select 1 from "messageRecipients" r where r."messageId" = m."id")
    and not exists (select 1 from "mails" e where e."messageId" = m."id")`.execute(tx);
}

/**
 * The history states that and when the account was changed, and who did this last change; former values are deleted.
 */
async function scrubHistory(tx: Tx, id: number): Promise<void> {
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
