import { SYSTEM, type Actor } from '../../../domain/declarations/actor.ts';
import { beforeCommit, type Tx } from '../../platform/database.ts';
import { memoryOf, RememberedSet } from '../../platform/transaction-memory.ts';
import type { CommandServices } from '../../services.ts';
import { openKey, type PaymentContext } from './charges.ts';
import { withdrawDepartments } from './department-requests.ts';
import { payableOf, type Endpoint, type ThingRefund } from './payables.ts';
import { lockPaid, refundableOf, splitRefund } from './refund-parts.ts';
import type { RefundShare } from './refund-share.ts';
import { refundParts, type GivenRefund } from './refunds.ts';

/** Ends card payments that are in progress for a charge that is void. */
export const END_CARD_PAYMENT = 'payments.endCardPayment';

/**
 * Nothing is due, since the request is canceled or the hold of a seat has expired. The caller has locked the thing. What was already paid of
 * it stays with the charge, to be refunded (`refundThings`).
 */
export async function voidCharge(context: PaymentContext, endpoint: Endpoint, id: number): Promise<void> {
  await voidCharges(context, [openKey(endpoint, id)]);
}

/** The same at the end of the transaction, when no other locks follow. */
export function voidChargeLater(services: CommandServices, tx: Tx, endpoint: Endpoint, id: number): void {
  laterOf(services, tx).voids.add(openKey(endpoint, id));
}

export interface LaterRefund {
  endpoint: Endpoint;
  /** Of the thing that is canceled. */
  id: number;
  /** Default: what the payable refunds for it. */
  amountCents?: number;
  /** Of that amount. Default: in proportion. */
  share?: RefundShare;
  actor: Actor;
  reason: string;
}

/** Refunds what was paid for a thing at the end of the transaction. The caller has locked the thing. */
export function refundLater(services: CommandServices, tx: Tx, refund: LaterRefund): void {
  laterOf(services, tx).refunds.add(refund);
}

/** What was paid for one thing is for another from now on: a seat was moved. At the end of the transaction. */
export function moveChargesLater(
  services: CommandServices,
  tx: Tx,
  move: { endpoint: Endpoint; fromId: number; toId: number },
): void {
  laterOf(services, tx).moves.add(move);
}

interface Later {
  voids: RememberedSet<string>;
  refunds: RememberedSet<LaterRefund>;
  moves: RememberedSet<{ endpoint: Endpoint; fromId: number; toId: number }>;
}

const KEYS = { voids: {}, refunds: {}, moves: {}, ending: {} };

/** One ending for all, since charges, payments and balances are each locked in the order of their ids. */
function laterOf(services: CommandServices, tx: Tx): Later {
  const later: Later = {
    voids: memoryOf(tx, KEYS.voids, () => new RememberedSet()),
    refunds: memoryOf(tx, KEYS.refunds, () => new RememberedSet()),
    moves: memoryOf(tx, KEYS.moves, () => new RememberedSet()),
  };
  memoryOf(tx, KEYS.ending, () => {
    beforeCommit(tx, () => settleLater({ services, tx }, later));
    return new RememberedSet();
  });
  return later;
}

async function settleLater(
  context: Pick<PaymentContext, 'services' | 'tx'>,
  { voids, refunds, moves }: Later,
): Promise<void> {
  const { services, tx } = context;
  const planned = await plannedRefunds(context, [...refunds]);
  const open = await openCharges(tx, [...voids]);
  const moved = await movedCharges(tx, [...moves]);
  const paid = await paidChargeIds(tx, planned);
  await services.engine.lock(tx, 'charges', [...new Set([...open, ...moved.keys(), ...paid])]);
  await voidCharges({ ...context, actor: SYSTEM }, [...voids]);
  for (const [id, sourceId] of moved)
    await services.engine.update(SYSTEM, 'charges', id, { sourceId }, { tx, command: true });
  const payments = await tx
    .selectFrom('payments')
    .select('id')
    .where('chargeId', 'in', [0, ...paid])
    .execute();
  await services.engine.lock(
    tx,
    'payments',
    payments.map(({ id }) => id),
  );
  const parts: GivenRefund[] = [];
  for (const { endpoint, things, actor, reason } of planned) {
    const ids = things.map(({ id }) => id);
    const split = splitRefund(things, await lockPaid(context, endpoint, ids));
    parts.push(...split.map((part) => ({ ...part, actor, reason })));
  }
  await refundParts(context, parts);
}

interface Planned extends Pick<LaterRefund, 'endpoint' | 'actor' | 'reason'> {
  things: ThingRefund[];
}

/** Things that are canceled together are planned together, as they can share a charge. Each thing is refunded once. */
async function plannedRefunds(
  { services, tx }: Pick<PaymentContext, 'services' | 'tx'>,
  refunds: readonly LaterRefund[],
): Promise<Planned[]> {
  const groups = Map.groupBy(refunds, ({ endpoint, actor, reason }) => `${endpoint} ${actor.id ?? ''} ${reason}`);
  const planned: Planned[] = [];
  for (const group of groups.values()) {
    const [{ endpoint, actor, reason } = refunds[0]!] = group;
    const given = group.flatMap(({ id, amountCents, share }): ThingRefund[] =>
      amountCents === undefined ? [] : [{ id, amountCents, ...(share && { share }) }],
    );
    const whole = group.flatMap(({ id, amountCents }) => (amountCents === undefined ? [id] : []));
    const things = addUp([...given, ...(await shareOf(services, tx, endpoint, whole))]);
    planned.push({ endpoint, things, actor, reason });
  }
  return planned;
}

function addUp(things: readonly ThingRefund[]): ThingRefund[] {
  const sums = new Map<number, ThingRefund>();
  for (const thing of things) {
    const { id, amountCents } = thing;
    const earlier = sums.get(id);
    sums.set(id, earlier === undefined ? thing : { id, amountCents: earlier.amountCents + amountCents });
  }
  return [...sums.values()].filter(({ amountCents }) => amountCents > 0);
}

/** What is refunded when these things are canceled, by the ids under which they were charged. */
export async function shareOf(
  services: CommandServices,
  tx: Tx,
  endpoint: Endpoint,
  ids: readonly number[],
): Promise<ThingRefund[]> {
  if (ids.length === 0) return [];
  const share = payableOf(services, endpoint)?.shareOf;
  if (share) return share(tx, ids);
  return [...(await refundableOf(tx, endpoint, ids))].map(([id, amountCents]) => ({ id, amountCents }));
}

async function openCharges(tx: Tx, keys: readonly string[]): Promise<number[]> {
  if (keys.length === 0) return [];
  const rows = await tx.selectFrom('charges').select('id').where('openFor', 'in', keys).execute();
  return rows.map(({ id }) => id);
}

async function movedCharges(
  tx: Tx,
  moves: readonly { endpoint: Endpoint; fromId: number; toId: number }[],
): Promise<Map<number, number>> {
  const moved = new Map<number, number>();
  for (const { endpoint, fromId, toId } of moves) {
    const rows = await tx
      .selectFrom('charges')
      .select('id')
      .where('endpoint', '=', endpoint)
      .where('sourceId', '=', fromId)
      .where('state', '=', 'paid')
      .execute();
    for (const { id } of rows) moved.set(id, toId);
  }
  return moved;
}

async function paidChargeIds(tx: Tx, planned: readonly Planned[]): Promise<number[]> {
  const ids: number[] = [];
  for (const { endpoint, things } of planned) {
    const rows = await tx
      .selectFrom('charges')
      .select('id')
      .where('endpoint', '=', endpoint)
      .where('sourceId', 'in', [0, ...things.map(({ id }) => id)])
      .where('paidCents', '>', 0)
      .execute();
    ids.push(...rows.map(({ id }) => id));
  }
  return ids;
}

async function voidCharges({ services, tx, actor }: PaymentContext, keys: readonly string[]): Promise<void> {
  const ids = await openCharges(tx, keys);
  if (ids.length === 0) return;
  for (const charge of await services.engine.lock(tx, 'charges', ids)) {
    if (charge.state !== 'open') continue;
    const values = { state: 'void', openFor: null } as const;
    await services.engine.update(actor, 'charges', charge.id, values, { tx, command: true });
  }
  await withdrawDepartments({ services, tx, actor }, ids);
  const live = await tx.selectFrom('payments').select('id').where('liveFor', 'in', ids.map(String)).execute();
  for (const { id } of live) await services.jobs.enqueue(tx, END_CARD_PAYMENT, { paymentId: id });
}
