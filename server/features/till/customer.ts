import type { TillCustomer, TillDue } from '../../../domain/calls/till.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import { ProblemError } from '../../platform/problem.ts';
import type { ResourceName } from '../../resources/typed-rows.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { previewCharge } from '../payments/charges.ts';
import { payablesOf, type Payable } from '../payments/payables.ts';
import { openDeskOrders } from '../store/desk-orders.ts';

const MOST_DUES = 30;

/** A person with everything that is due, and the orders that can be handed out. 404 if the caller cannot read the account. */
export async function readCustomer(services: CommandServices, actor: Actor, id: number): Promise<TillCustomer> {
  const { displayName, username, email } = await services.engine.get(actor, 'users', id);
  const isGuest = await isGuestAccount(services, id);
  return {
    id,
    name: displayName ?? '',
    username: isGuest ? '' : (username ?? ''),
    email: email ?? null,
    isGuest,
    isOwn: actor.id === id,
    dues: await duesOf(services, actor, id),
    pickups: await pickupsOf(services, actor, id),
  };
}

/** Whether no one can log in to it. */
export async function isGuestAccount({ db }: Needs<'db'>, id: number): Promise<boolean> {
  const row = await db.selectFrom('users').select('isProvisional').where('id', '=', id).executeTakeFirst();
  return row?.isProvisional === true;
}

/** Each thing is read in a transaction of its own: their locks have no common order. */
async function duesOf(services: CommandServices, actor: Actor, userId: number): Promise<TillDue[]> {
  const dues = new Map<string, TillDue>();
  const deskOrders = await openDeskOrders(services, userId);
  for (const payable of payablesOf(services))
    for (const id of await payable.waitingFor(services.db, userId)) {
      if (dues.size >= MOST_DUES) return [...dues.values()];
      const due = await readDue(services, actor, payable, id);
      // The seats of a series are one charge.
      if (due === null) continue;
      const canRemove = due.endpoint === 'order' && due.paidCents === 0 && deskOrders.has(due.id);
      dues.set(`${due.endpoint} ${due.id}`, { ...due, canRemove });
    }
  return [...dues.values()];
}

async function readDue(
  services: CommandServices,
  actor: Actor,
  { endpoint, resource }: Payable,
  id: number,
): Promise<Omit<TillDue, 'canRemove'> | null> {
  return services.engine.transaction(async (tx) => {
    const previewed = await previewCharge({ services, tx, actor }, endpoint, id).catch(ignoreRefusal);
    if (previewed?.priced == null) return null;
    const { state, open, priced } = previewed;
    const { expiresAt = null, sourceId = id, title } = state;
    if (expiresAt !== null && Date.parse(expiresAt) <= services.clock.now()) return null;
    const paidCents = open?.paidCents ?? 0;
    return {
      ...{ endpoint, id: sourceId, title, expiresAt, paidCents },
      lines: priced.lines.map(({ label, amountCents }) => `${label}: ${formatMoney(amountCents)}`),
      amountCents: priced.amountCents,
      dueCents: priced.amountCents - paidCents,
      path: recordPath(services, actor, resource, id),
    };
  });
}

/** Things that were paid or deleted in the meantime. */
function ignoreRefusal(error: unknown): null {
  if (error instanceof ProblemError) return null;
  throw error;
}

/** The page of the record in the administration; null for people who cannot read such records. */
function recordPath({ engine }: CommandServices, actor: Actor, name: ResourceName, id: number): string | null {
  const { resolver } = engine;
  const resource = resolver.resource(name);
  return resolver.canRead(actor, resource) ? `${resource.config.path}/${id}/show` : null;
}

async function pickupsOf(services: CommandServices, actor: Actor, userId: number): Promise<TillCustomer['pickups']> {
  if (recordPath(services, actor, 'orders', 0) === null) return [];
  const rows = await services.db
    .selectFrom('orders')
    .select(['id', 'summary', 'state', 'shelf'])
    .where('userId', '=', userId)
    .where('state', 'in', ['placed', 'ready', 'partlyCollected'])
    .orderBy('id')
    .limit(MOST_DUES)
    .execute();
  return rows.map(({ id, summary, state, shelf }) => ({
    ...{ id, summary, shelf },
    isReady: state !== 'placed',
    path: recordPath(services, actor, 'orders', id) ?? '',
  }));
}
