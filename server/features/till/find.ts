import type { TillMatch } from '../../../domain/calls/till.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { pickupCodeIn } from '../../../domain/store/pickup-code.ts';
import type { CommandServices } from '../../services.ts';
import { identifyScan } from '../checkin/scan.ts';

interface Found {
  userId: number;
  detail: string;
  thing: TillMatch['thing'];
}

interface Findings {
  matches: TillMatch[];
  /** Why nothing was found. */
  notice: string | null;
}

const MOST_PEOPLE = 8;
/** Of a charge (payments/charges.ts). */
const DESK_CODE = /^[2-9A-HJKMNP-TV-Z]{10}$/;
const NUMBER = /^#?(\d{1,9})$/;

/** The people of a scanned code, a card, a student ID, the number of a request or order, or a name. */
export async function findCustomers(services: CommandServices, actor: Actor, given: string): Promise<Findings> {
  const text = given.trim();
  const coded = (await chargeOfCode(services, text)) ?? (await orderOfCode(services, text));
  if (coded !== null) return { matches: await named(services, actor, [coded]), notice: null };
  const scanned = await identifyScan(services, text);
  const found: Found[] = [
    ...(await thingsWithNumber(services, text)),
    ...('userId' in scanned ? [{ userId: scanned.userId, detail: 'Card, student ID or ticket', thing: null }] : []),
  ];
  const matches = await named(services, actor, found);
  if (matches.length === 0) matches.push(...(await peopleNamed(services, actor, text)));
  if (matches.length > 0) return { matches, notice: null };
  const isReadByDevice = 'words' in scanned && /^[%;+]|^[0-9A-Z]{16}$/i.test(text);
  return { matches, notice: isReadByDevice ? scanned.words : 'No person, code or number matches.' };
}

/** A code as it is printed, or within the link of the pay page. */
async function chargeOfCode({ db }: CommandServices, text: string): Promise<Found | null> {
  const code = (/[?&]key=([^&#]+)/.exec(text)?.[1] ?? text).replace(/[\s-]/g, '').toUpperCase();
  if (!DESK_CODE.test(code)) return null;
  const charge = await db
    .selectFrom('charges')
    .select(['endpoint', 'sourceId', 'userId', 'title'])
    .where('deskCode', '=', code)
    .executeTakeFirst();
  if (!charge) return null;
  return { userId: charge.userId, detail: charge.title, thing: { endpoint: charge.endpoint, id: charge.sourceId } };
}

async function orderOfCode({ db }: CommandServices, text: string): Promise<Found | null> {
  const code = pickupCodeIn(text);
  if (code === null) return null;
  const order = await db
    .selectFrom('orders')
    .select(['id', 'userId'])
    .where('pickupCode', '=', code)
    .executeTakeFirst();
  return order ? orderFound(order) : null;
}

function orderFound({ id, userId }: { id: number; userId: number }): Found {
  return { userId, detail: `Order ${id}`, thing: { endpoint: 'order', id } };
}

async function thingsWithNumber({ db }: CommandServices, text: string): Promise<Found[]> {
  const id = Number(NUMBER.exec(text)?.[1] ?? 0);
  if (id === 0) return [];
  const orders = await db.selectFrom('orders').select(['id', 'userId']).where('id', '=', id).execute();
  const requests = await db
    .selectFrom('submissions')
    .select(['id', 'submittedById as userId'])
    .where('id', '=', id)
    .where('status', '=', 'PaymentPending')
    .execute();
  return [
    ...requests.map(({ userId }): Found => ({
      userId,
      detail: `Request ${id}`,
      thing: { endpoint: 'request', id },
    })),
    ...orders.map(orderFound),
  ];
}

/** The names of people, as far as the caller can read them. */
async function named({ engine }: CommandServices, actor: Actor, found: readonly Found[]): Promise<TillMatch[]> {
  const ids = [...new Set(found.map(({ userId }) => userId))];
  if (ids.length === 0) return [];
  const { rows } = await engine.list(actor, 'users', { filter: { id: ids } });
  const names = new Map(rows.map(({ id, displayName }) => [id, displayName ?? '']));
  return found.flatMap(({ userId, ...match }) => {
    const name = names.get(userId);
    return name === undefined ? [] : [{ userId, name, ...match }];
  });
}

async function peopleNamed({ engine, db }: CommandServices, actor: Actor, text: string): Promise<TillMatch[]> {
  const { rows } = await engine.list(actor, 'users', { filter: { q: text }, range: [0, MOST_PEOPLE - 1] });
  const ids = rows.map(({ id }) => id);
  const active = await db
    .selectFrom('users')
    .select(['id', 'isProvisional'])
    .where('id', 'in', [0, ...ids])
    .where('active', '=', true)
    .execute();
  const guests = new Map(active.map(({ id, isProvisional }) => [id, isProvisional === true]));
  return rows
    .filter(({ id }) => guests.has(id))
    .map(({ id, displayName, username }) => ({
      userId: id,
      name: displayName ?? '',
      detail: guests.get(id) === true ? 'Without an account' : (username ?? ''),
      thing: null,
    }));
}
