import { createHash, randomBytes } from 'node:crypto';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { IssuedCode, KnownCode } from '../../../domain/calls/tickets.ts';
import { parseTicketCode, TICKET_CODE_BYTES, ticketCodeOf } from '../../../domain/sessions/ticket-code.ts';
import type { TicketStatus } from '../../../domain/sessions/tickets.ts';
import { transaction, type Db, type Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { noTicket } from '../sessions/refusals.ts';

/**
 * The newest of a ticket's codes that work: people have a handful of devices, and open a ticket on each now and then.
 */
const MOST_CODES = 20;
/** With codes. The code of any other ticket shows its status at the door. */
const WITH_CODE: readonly TicketStatus[] = ['confirmed', 'attended', 'late'];

export interface ScannedTicket {
  ticketId: number;
  instanceId: number;
  userId: number;
  status: TicketStatus;
}

/** Null if no ticket has the code, or it was revoked. */
export async function ticketOfCode(db: Db, text: string): Promise<ScannedTicket | null> {
  const code = parseTicketCode(text);
  if (code === null) return null;
  const found = await db
    .selectFrom('ticketCodes as c')
    .innerJoin('tickets as t', 't.id', 'c.ticketId')
    .select(['t.id as ticketId', 't.instanceId', 't.userId', 't.status'])
    .where('c.hash', '=', hashCode(code))
    .executeTakeFirst();
  return found ?? null;
}

/**
 * Codes of the caller's tickets for the requesting device: its present one if that works, otherwise a new one, which is
 * returned only once. Leaves out tickets of others, without a seat or of past sessions.
 */
export async function issueCodes(
  services: Needs<'clock' | 'db'>,
  actor: Actor,
  requested: readonly KnownCode[],
): Promise<IssuedCode[]> {
  const userId = requireAccountId(actor);
  const { db, clock } = services;
  const ids = [...new Set(requested.map(({ id }) => id))];
  return transaction(db, async (tx) => {
    const tickets = await tx
      .selectFrom('tickets as t')
      .innerJoin('instances as i', 'i.id', 't.instanceId')
      .select('t.id')
      .where('t.id', 'in', ids)
      .where('t.userId', '=', userId)
      .where('t.status', 'in', WITH_CODE)
      .where('i.status', '!=', 'cancelled')
      .where('i.endsAt', '>', clock.instant())
      .orderBy('t.id')
      .execute();
    const codes: IssuedCode[] = [];
    for (const { id } of tickets) {
      const had = requested.find((one) => one.id === id)?.code;
      codes.push({ id, code: (await stillWorks(tx, id, had)) ?? (await newCode(tx, id)) });
    }
    return codes;
  });
}

export async function revokeCodes({ db }: Needs<'db'>, actor: Actor, ticketId: number): Promise<void> {
  const own = await db
    .selectFrom('tickets')
    .select('id')
    .where('id', '=', ticketId)
    .where('userId', '=', requireAccountId(actor))
    .executeTakeFirst();
  if (own === undefined) throw noTicket();
  await db.deleteFrom('ticketCodes').where('ticketId', '=', ticketId).execute();
}

export async function isCodeOf(db: Db, ticketId: number, hash: string): Promise<boolean> {
  const found = await db
    .selectFrom('ticketCodes')
    .select('id')
    .where('hash', '=', hash)
    .where('ticketId', '=', ticketId)
    .executeTakeFirst();
  return found !== undefined;
}

async function stillWorks(tx: Tx, ticketId: number, had: string | undefined): Promise<string | null> {
  const code = had === undefined ? null : parseTicketCode(had);
  if (code === null) return null;
  return (await ticketOfCode(tx, code))?.ticketId === ticketId ? code : null;
}

async function newCode(tx: Tx, ticketId: number): Promise<string> {
  const code = ticketCodeOf(randomBytes(TICKET_CODE_BYTES));
  await tx
    .insertInto('ticketCodes')
    .values({ ticketId, hash: hashCode(code) })
    .execute();
  const newest = tx
    .selectFrom('ticketCodes')
    .select('id')
    .where('ticketId', '=', ticketId)
    .orderBy('id', 'desc')
    .limit(MOST_CODES);
  await tx.deleteFrom('ticketCodes').where('ticketId', '=', ticketId).where('id', 'not in', newest).execute();
  return code;
}

/** Of 128 random bits a plain hash tells nothing. */
function hashCode(code: string): string {
  return createHash('sha256').update(code).digest('base64url');
}
