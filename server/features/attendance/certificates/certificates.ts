import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { Certificate, OwnCertificate } from '../../../../domain/calls/tickets.ts';
import { dateSpans } from '../../../../domain/sessions/session-dates.ts';
import { isAttended } from '../../../../domain/sessions/door.ts';
import { problem } from '../../../platform/problem.ts';
import type { SignedTokens } from '../../../platform/signed-tokens.ts';
import { localText } from '../../../platform/zone-years.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { requireAccountId } from '../../accounts/authentication.ts';
import { actorOfAccount } from '../../accounts/held-roles.ts';
import { readById } from '../../../resources/read-rows.ts';
import { credentialsOf } from '../../admission/credentials.ts';

const MINUTE = 60_000;

export async function ownCertificate(
  services: RowServices,
  tokens: SignedTokens,
  actor: Actor,
  ticketId: number,
): Promise<OwnCertificate> {
  const { userId, round } = await attendedTicket(services, ticketId);
  if (userId !== requireAccountId(actor)) throw noCertificate();
  const certificate = await readCertificate(services, ticketId);
  return { ...certificate, path: `/certificate/${tokens.sign([ticketId, round])}` };
}

/** Voids all links to the certificate. */
export async function withdrawCertificate(services: Needs<'engine'>, actor: Actor, ticketId: number): Promise<void> {
  const userId = requireAccountId(actor);
  await services.engine.transaction(async (tx) => {
    const [ticket] = await services.engine.lock(tx, 'tickets', [ticketId]);
    if (ticket?.userId !== userId) throw noCertificate();
    const certificateRound = (ticket.certificateRound ?? 0) + 1;
    await services.engine.update(actor, 'tickets', ticketId, { certificateRound }, { tx, command: true });
  });
}

export async function linkedCertificate(
  services: RowServices,
  tokens: SignedTokens,
  token: string,
): Promise<Certificate> {
  const [ticketId, round] = (tokens.verify(token) ?? []).map(Number);
  if (ticketId === undefined || round === undefined) throw noCertificate();
  const ticket = await attendedTicket(services, ticketId);
  if (ticket.round !== round) throw noCertificate();
  return readCertificate(services, ticketId);
}

async function attendedTicket({ db }: Needs<'db'>, ticketId: number): Promise<{ userId: number; round: number }> {
  const ticket = await db
    .selectFrom('tickets')
    .select(['userId', 'status', 'certificateRound'])
    .where('id', '=', ticketId)
    .executeTakeFirst();
  if (ticket === undefined || !isAttended(ticket.status)) throw noCertificate();
  return { userId: ticket.userId, round: ticket.certificateRound ?? 0 };
}

async function readCertificate(services: RowServices, ticketId: number): Promise<Certificate> {
  const { db, model } = services;
  const [row, credentials] = await Promise.all([
    db
      .selectFrom('tickets as t')
      .innerJoin('users as u', 'u.id', 't.userId')
      .innerJoin('instances as i', 'i.id', 't.instanceId')
      .innerJoin('events as e', 'e.id', 'i.eventId')
      .leftJoin('locations as l', 'l.id', 'i.locationId')
      .select(['u.id as userId', 'u.displayName', 'e.title', 'i.startsAt', 'i.endsAt', 'i.dates', 'i.instructorIds'])
      .select('l.timezone')
      .where('t.id', '=', ticketId)
      .executeTakeFirstOrThrow(),
    credentialsOf(services, [ticketId]),
  ]);
  const timezone = row.timezone ?? model.site.timezone;
  const [startsAt, endsAt] = [Date.parse(row.startsAt), Date.parse(row.endsAt)];
  return {
    name: row.displayName,
    title: row.title,
    start: localText(startsAt, timezone),
    end: localText(endsAt, timezone),
    timezone,
    minutes: Math.round(sum(dateSpans(row).map((date) => date.endsAt - date.startsAt)) / MINUTE),
    instructors: await instructorsFor(services, row.userId, row.instructorIds ?? []),
    program: model.site.productName,
    credential: credentials.get(ticketId) ?? null,
  };
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

/** Shows everyone what its holder can see. */
async function instructorsFor(services: RowServices, userId: number, ids: readonly number[]): Promise<string[]> {
  const holder = await actorOfAccount(services, userId, '');
  if (holder === null) return [];
  const known = await readById(services, holder, 'users', [...ids]);
  return [...known.values()].flatMap(({ displayName }) => displayName ?? []).toSorted();
}

function noCertificate() {
  return problem(
    404,
    'events.no-certificate',
    'Not found',
    'This certificate does not exist. Its link may have been revoked or be incomplete.',
  );
}
