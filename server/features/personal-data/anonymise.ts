import { sql, type RawBuilder } from 'kysely';
import type { Actor } from '../../../domain/actor.ts';
import { transaction, type Tx } from '../../platform/database.ts';
import { conflict, invalid, notFound } from '../../resources/refusals.ts';
import type { Services } from '../../services.ts';
import { namesOfPeople, ownReferences } from './own-rows.ts';

/** What stands in the place of the name of somebody who is no longer known. */
export const FORMER_MEMBER = 'Former member';
const formerName = (id: number): string => `former-member-${id}`;

/**
 * Makes an account one of nobody, in one transaction and for good: its name, address, logins, choices and messages go, its name goes from
 * texts and from the history; its requests stay. The user name is free again: whoever logs in with it gets a new account. `typed` must
 * be the person's name. 404, 409, or 400 with the reason by field.
 */
export async function anonymise(services: Services, actor: Actor, id: number, typed: string): Promise<void> {
  const { db, engine } = services;
  await transaction(db, async (tx) => {
    const [user] = await engine.lock(tx, 'users', [id]);
    if (!user) throw notFound(services.model.resources.get('users') ?? null);
    if (actor.id === id) throw conflict('Nobody can anonymise the account they are logged in with.');
    if (user.username === formerName(id)) throw conflict('This account is anonymous already.');
    if (typed.trim() !== user.displayName.trim()) throw invalid({ name: 'Type the name as it stands above.' });
    // Through the engine, whose rules hold: somebody must remain an administrator.
    await engine.update(
      actor,
      'users',
      id,
      {
        username: formerName(id),
        displayName: FORMER_MEMBER,
        email: null,
        roles: [],
        groupIds: [],
        notes: null,
        active: false,
      },
      { tx, command: true },
    );
    await sql`update "users" set "lastLoginAt" = null where "id" = ${id}`.execute(tx);
    await replaceInTexts(services, tx, id, [user.displayName, user.email, user.username]);
    await replaceNames(services, tx, id, user.displayName);
    await forgetLogins(tx, id, [user.username, user.email ?? '']);
    await removeOwnRows(services, tx, id);
    await scrubHistory(tx, id);
  });
}

/** Texts of messages that the person wrote or got, or that are about the person's requests. */
async function replaceInTexts(
  { model }: Services,
  tx: Tx,
  id: number,
  words: readonly (string | null)[],
): Promise<void> {
  const own = sql`select "id" from "submissions" where "submittedById" = ${id}`;
  const texts: Record<string, RawBuilder<unknown>> = {
    messages: sql`"authorId" = ${id} or "id" in (select "messageId" from "messageRecipients" where "userId" = ${id})
      or "id" in (select "messageId" from "mails" where "userId" = ${id})
      or ("about" = 'submissions' and "aboutId" in (${own}))`,
    requestMessages: sql`"authorId" = ${id} or "submissionId" in (${own})`,
    statusChanges: sql`"actorId" = ${id} or "submissionId" in (${own})`,
  };
  for (const [table, where] of Object.entries(texts)) {
    const columns = (model.resources.get(table)?.fields ?? []).filter(
      ({ engine, schema }) =>
        !engine &&
        ((schema.type === 'string' && !schema.enum && schema.format !== 'date-time') || schema.type === 'object'),
    );
    if (columns.length === 0) continue;
    const set = columns.map(({ name, schema }) => {
      const isJson = schema.type === 'object';
      const text = isJson ? sql`${sql.ref(name)}::text` : sql.ref(name);
      const replaced = variantsOf(words, isJson).reduce<RawBuilder<unknown>>(
        (inner, word) => sql`replace(${inner}, ${word}, ${FORMER_MEMBER})`,
        sql`${text}`,
      );
      return sql`${sql.ref(name)} = ${isJson ? sql`(${replaced})::jsonb` : replaced}`;
    });
    await sql`update ${sql.table(table)} set ${sql.join(set)} where ${where}`.execute(tx);
  }
}

/** As they stand in text, in HTML and in JSON. Short ones are parts of other words. */
function variantsOf(words: readonly (string | null)[], isJson: boolean): string[] {
  const given = words.filter((word) => word !== null).filter((word) => word.trim().length >= 4);
  const escaped = given.map((word) =>
    word.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;'),
  );
  const all = [...new Set([...given, ...escaped])];
  return isJson ? all.map((word) => JSON.stringify(word).slice(1, -1)) : all;
}

/** What was written or done stays, by somebody without a name. */
async function replaceNames({ model }: Services, tx: Tx, id: number, name: string): Promise<void> {
  for (const column of namesOfPeople(model))
    await sql`update ${sql.table(column.table)} set ${sql.ref(column.name)} = ${FORMER_MEMBER}
      where ${sql.ref(column.id)} = ${id}`.execute(tx);
  await sql`update "submissionRevisions" set "byName" = ${FORMER_MEMBER}
    where "byName" = ${name} and "submissionId" in (select "id" from "submissions" where "submittedById" = ${id})`.execute(
    tx,
  );
  await sql`update "eventLog" set "userId" = null, "ip" = null, "userAgent" = null where "userId" = ${id}`.execute(tx);
}

async function forgetLogins(tx: Tx, id: number, names: readonly string[]): Promise<void> {
  const known = names.filter((name) => name !== '').map((name) => name.toLowerCase());
  await sql`delete from "loginAttempts" where lower("account") = any(${[...known, String(id)]}::text[])`.execute(tx);
  await sql`delete from "suppressedAddresses" where lower("address") = any(${known}::text[])`.execute(tx);
}

/** Sessions, credentials, identities, choices, drafts, messages in the portal, mails: all that nobody else needs, with its history. */
async function removeOwnRows({ model }: Services, tx: Tx, id: number): Promise<void> {
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
}

/** The history says that and when the account was changed, and of this last time by whom; of its former values it keeps none. */
async function scrubHistory(tx: Tx, id: number): Promise<void> {
  const record = String(id);
  await sql`update "auditEntries" set "before" = case when "before" is null then null else '{}'::jsonb end,
      "after" = case when "after" is null then null else '{}'::jsonb end
    where "resource" = 'users' and "recordId" = ${record}`.execute(tx);
  await sql`update "auditEntries" set "after" = ${JSON.stringify({ displayName: FORMER_MEMBER, active: false })}::jsonb
    where "id" = (select max("id") from "auditEntries" where "resource" = 'users' and "recordId" = ${record})`.execute(
    tx,
  );
  await sql`update "auditEntries" set "actorName" = ${FORMER_MEMBER}, "ip" = null where "actorId" = ${id}`.execute(tx);
}
