import { sql } from 'kysely';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { NOW, columnRefs, type Tx } from '../../platform/database.ts';
import type { Sealed } from '../../platform/sealed.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { refresh } from '../identity/admit.ts';
import { isEndpoint } from './endpoints.ts';
import { described, type Answer } from './exchange.ts';
import { isUnreachable, loginFailureReason } from './login-fault.ts';
import type { ProviderClient } from './provider-client.ts';
import { openidClient } from '../../platform/lazy-packages.ts';

/** Stored encrypted: readers of the table can neither log in nor ask the provider. */
interface Tokens {
  idToken: string | null;
  refreshToken: string | null;
}

/**
 * Consecutive; then the provider counts as down, and the other sessions would wait in vain. A single one may be the
 * fault of its person.
 */
const MOST_UNANSWERED = 3;

/** Proxies and providers refuse longer addresses; the logout then goes without the token. */
const LONGEST_ADDRESS = 6000;
const SESSION = columnRefs('openidSessions', 'o');

export interface ProviderSessions {
  services: CommandServices;
  clients: ReadonlyMap<string, ProviderClient>;
  sealed: Sealed;
}

export async function keepProviderSession(
  tx: Tx,
  sealed: Sealed,
  provider: string,
  sessionId: number,
  { person, sid, idToken, refreshToken }: Answer,
): Promise<void> {
  await tx
    .insertInto('openidSessions')
    .values({
      sessionId,
      provider,
      issuer: person.issuer,
      subject: person.subject,
      sid,
      tokens: sealed.seal({ idToken, refreshToken }),
      isRenewable: refreshToken !== null,
      checkedAt: NOW,
    })
    .execute();
}

/** Where the provider ends its own session; null for other sessions, and for a provider without such an address. */
export async function logoutAddress(
  { services, clients, sealed }: ProviderSessions,
  sessionId: number,
  home: string,
): Promise<string | null> {
  const row = await services.db
    .selectFrom('openidSessions')
    .select(['provider', 'tokens'])
    .where('sessionId', '=', sessionId)
    .executeTakeFirst();
  const client = row && clients.get(row.provider);
  if (!row || !client) return null;
  // A provider that does not answer keeps no one logged in here.
  const configuration = await client.configuration().catch(() => null);
  if (configuration === null) return null;
  const metadata = configuration.serverMetadata();
  if (!isEndpoint(metadata, metadata.end_session_endpoint)) return null;
  const hint = (sealed.open(row.tokens) as Tokens | null)?.idToken;
  const to = { post_logout_redirect_uri: home };
  const address = openidClient().buildEndSessionUrl(configuration, hint ? { ...to, id_token_hint: hint } : to).href;
  return address.length <= LONGEST_ADDRESS ? address : openidClient().buildEndSessionUrl(configuration, to).href;
}

/**
 * Every half hour: requests new tokens for each session with a refresh token. A refusal logs the person out; otherwise
 * the account and its groups are updated. A provider that does not answer logs no one out. Other failures do not stop
 * the remaining sessions; at the end the run fails with all of them.
 */
export async function askProviders(given: ProviderSessions): Promise<void> {
  await forEachSettled(given.clients, ([name, client]) => askProvider(given, name, client));
}

async function askProvider(given: ProviderSessions, name: string, client: ProviderClient): Promise<void> {
  const { services } = given;
  const failed: unknown[] = [];
  let unanswered = 0;
  for (let after = 0; unanswered < MOST_UNANSWERED;) {
    const row = await services.db
      .selectFrom('openidSessions')
      .select(['id', 'sessionId', 'issuer', 'subject', 'tokens'])
      .where('provider', '=', name)
      .where('isRenewable', '=', true)
      .where('id', '>', after)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) break;
    after = row.id;
    try {
      await renew(given, client, row);
      unanswered = 0;
    } catch (error) {
      unanswered = isUnreachable(error) ? unanswered + 1 : 0;
      if (unanswered > 0) continue;
      if (isRefused(error)) await services.db.deleteFrom('sessions').where('id', '=', row.sessionId).execute();
      // Other failures do not stop the remaining sessions.
      else failed.push(error);
    }
  }
  if (failed.length > 0)
    throw new AggregateError(
      failed,
      `Sessions of "${name}" could not be checked, ${failed.length} of them: ${loginFailureReason(failed[0])}.`,
    );
}

async function renew(
  { services, sealed }: ProviderSessions,
  client: ProviderClient,
  row: { id: number; issuer: string; subject: string; tokens: string },
): Promise<void> {
  const known = sealed.open(row.tokens) as Tokens | null;
  // Encrypted with a key that this server no longer has.
  if (known?.refreshToken == null) throw new Refused();
  const configuration = await client.withCurrentKeys();
  const tokens = await openidClient().refreshTokenGrant(configuration, known.refreshToken);
  const token = tokens.claims();
  if (token !== undefined && (token.sub !== row.subject || token.iss !== row.issuer)) throw new Refused();
  // Written before anything else can fail: the used token is worthless.
  await services.db
    .updateTable('openidSessions')
    .set({
      tokens: sealed.seal({
        idToken: tokens.id_token ?? known.idToken,
        refreshToken: tokens.refresh_token ?? known.refreshToken,
      }),
      checkedAt: NOW,
    })
    .where('id', '=', row.id)
    .execute();
  const knowsPerson = token !== undefined || configuration.serverMetadata().userinfo_endpoint !== undefined;
  if (!knowsPerson) return;
  const { person } = await described(configuration, client.provider, tokens, { iss: row.issuer, sub: row.subject });
  await refresh(services, person, client.provider.name);
}

/** Ends the sessions of a login at the provider that are older than its report. Returns how many. */
export async function endProviderSessions(
  { db }: Needs<'db'>,
  issuer: string,
  { subject, sid }: { subject: string | null; sid: string | null },
  before: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from "sessions" s using "openidSessions" o
    where s."id" = ${SESSION.sessionId} and ${SESSION.issuer} = ${issuer} and ${SESSION.createdAt} <= ${before.toISOString()}
      and (${subject}::text is null or ${SESSION.subject} = ${subject}) and (${sid}::text is null or ${SESSION.sid} = ${sid})`.execute(
    db,
  );
  return Number(numAffectedRows ?? 0);
}

/** An answer about another person. */
class Refused extends Error {}

/** The provider no longer vouches for the person. Anything else may be a fault of ours or of its configuration. */
function isRefused(error: unknown): boolean {
  return (
    error instanceof Refused || (error instanceof openidClient().ResponseBodyError && error.error === 'invalid_grant')
  );
}
