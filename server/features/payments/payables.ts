import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Endpoint } from '../../../domain/payments/paths.ts';
import type { PayableLine } from '../../../domain/payments/discounts.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { ResourceName, RowOf } from '../../resources/typed-rows.ts';
import type { CommandServices, Needs } from '../../services.ts';
import type { AccountCode } from '../ledger/accounts.ts';
import type { RefundShare } from './refund-share.ts';
import type { StoredDiscount } from '../pricing/price-lines.ts';

export type Charge = RowOf<'charges'>;
export type { Endpoint };
export type ChargeLine = Charge['lines'][number];

export type { RefundShare } from './refund-share.ts';
export type { PayableLine } from '../../../domain/payments/discounts.ts';

/** What someone can owe money for, as it is now. */
export interface PayableState {
  /** Of the charge, if several things are paid together: the tickets of a series. Default: the id that was loaded. */
  sourceId?: number;
  /** The person who owes it. */
  ownerId: number;
  title: string;
  /** Its page. */
  path: string;
  lines: readonly PayableLine[];
  /** Of what was paid for it before, for the rest (`previewLines`). */
  storedDiscount?: StoredDiscount | null;
  state: 'due' | 'notDue';
  /** Why nothing is due, for people. */
  reason?: string;
  /** ISO 8601. From then on it can no longer be paid. */
  expiresAt?: string;
  /** Locks what `paid` changes and what precedes balances in the order of locks, before the payment of the rest is booked. */
  lockForPaid?: () => Promise<unknown>;
}

export interface Payable {
  endpoint: Endpoint;
  resource: ResourceName;
  /** Ids of things of this person that can be due. */
  waitingFor: (db: Db, userId: number) => Promise<number[]>;
  /** Locks the row until the transaction ends. Null: there is none. */
  load: (tx: Tx, id: number) => Promise<PayableState | null>;
  /** In the transaction in which the charge becomes fully paid. `load` has locked the row. */
  paid: (tx: Tx, actor: Actor, id: number, charge: Charge) => Promise<void>;
  /** In the transaction in which a part of a charge is refunded that was fully paid. Negative: the refund has failed. */
  refunded?: (tx: Tx, actor: Actor, id: number, refund: { charge: Charge; amountCents: number }) => Promise<void>;
  /** The ids under which its charges are, if several things are paid together. Default: its own. */
  chargedAs?: (tx: Tx, id: number) => Promise<number[]>;
  /** What is refunded when these things are canceled. Default: all that was paid for them. */
  shareOf?: (tx: Tx, ids: readonly number[]) => Promise<ThingRefund[]>;
  /** What its owner gets back who cancels it now. Default: all that was paid for it. */
  ownRefund?: (tx: Tx, actor: Actor, id: number) => Promise<OwnRefund>;
}

/** An amount of what was paid for a thing, in all of its charges. `id`: the one under which it was charged. */
export interface ThingRefund {
  id: number;
  amountCents: number;
  /** Of the lines that are refunded. Default: in proportion to the amount. */
  share?: RefundShare;
}

export interface OwnRefund {
  things: ThingRefund[];
  /** Why less is refunded than was paid, and what else follows, for people. */
  notes: string[];
}

type PaidHook = (tx: Tx, services: CommandServices, chargeId: number) => Promise<void>;
type RefundingHook = (tx: Tx, services: CommandServices, cash: readonly CashRefund[]) => Promise<void>;
type RefundedHook = (tx: Tx, services: CommandServices, refundId: number) => Promise<void>;
export type PaidCharge = Pick<Charge, 'id' | 'endpoint'>;
type ReceiptPath = (services: CommandServices, db: Db | null, charge: PaidCharge) => Promise<string | null>;

/** Cash that is about to be refunded. */
export interface CashRefund {
  /** Who returns it. */
  actor: Actor;
  amountCents: number;
}

/** Money that staff take or return at the desk. */
export interface DeskEntry {
  kind: 'payment' | 'refund';
  method: 'cash' | 'deskCard';
  /** Above zero. */
  amountCents: number;
  chargeId: number;
  paymentId: number;
  refundId?: number;
  /** The cash that the customer gave. */
  tenderedCents?: number;
  /** The number on the slip of the card terminal. */
  reference?: string;
}

/** The drawer that a person has open, and cannot be closed before the transaction ends. */
export interface Drawer {
  /** The account of its cash. */
  account: AccountCode;
  record: (entry: DeskEntry) => Promise<void>;
}

type FindDrawer = (tx: Tx, services: CommandServices, actor: Actor) => Promise<Drawer | null>;

/** What canceling these records refunds: those of a resource that is not paid itself, as a session. */
export type CancelRefunds = (tx: Tx, ids: readonly number[]) => Promise<CanceledRefunds>;

export interface CanceledRefunds {
  endpoint: Endpoint;
  things: ThingRefund[];
  /** What else follows, for people. */
  notes: string[];
}

interface Registry {
  cancelRefunds: Map<ResourceName, CancelRefunds>;
  payables: Map<Endpoint, Payable>;
  paid: PaidHook[];
  refunding: RefundingHook[];
  refunded: RefundedHook[];
  receiptPath: ReceiptPath | null;
  drawer: FindDrawer | null;
}

/** Features register payables with their `commands`, which name them, and hooks in their `checks`: once for each engine. */
const registries = new WeakMap<object, Registry>();

function registryOf({ engine }: Needs<'engine'>): Registry {
  const known = registries.get(engine);
  if (known) return known;
  const registry: Registry = {
    cancelRefunds: new Map(),
    payables: new Map(),
    paid: [],
    refunding: [],
    refunded: [],
    receiptPath: null,
    drawer: null,
  };
  registries.set(engine, registry);
  return registry;
}

export function registerPayable(services: Needs<'engine'>, payable: Payable): void {
  const { payables } = registryOf(services);
  if (payables.has(payable.endpoint)) throw new Error(`The payable "${payable.endpoint}" is registered twice.`);
  payables.set(payable.endpoint, payable);
}

export function registerCancelRefunds(services: Needs<'engine'>, resource: ResourceName, refunds: CancelRefunds): void {
  registryOf(services).cancelRefunds.set(resource, refunds);
}

export function cancelRefundsOf(services: Needs<'engine'>, resource: ResourceName): CancelRefunds | undefined {
  return registryOf(services).cancelRefunds.get(resource);
}

export function payableOf(services: Needs<'engine'>, endpoint: Endpoint): Payable | undefined {
  return registryOf(services).payables.get(endpoint);
}

export function payableOfResource(services: Needs<'engine'>, resource: string): Payable | undefined {
  return [...registryOf(services).payables.values()].find((payable) => payable.resource === resource);
}

/** Runs last in the transaction in which a charge becomes fully paid. */
export function onChargePaid(services: Needs<'engine'>, hook: PaidHook): void {
  registryOf(services).paid.push(hook);
}

/** Runs before refunds are booked, with all cash of the transaction. Throws if it cannot be returned. */
export function onRefunding(services: Needs<'engine'>, hook: RefundingHook): void {
  registryOf(services).refunding.push(hook);
}

/** Runs last in the transaction in which a refund is booked. */
export function onRefunded(services: Needs<'engine'>, hook: RefundedHook): void {
  registryOf(services).refunded.push(hook);
}

/** Where the receipt of a charge is, for the pay page. */
export function registerReceiptPath(services: Needs<'engine'>, path: ReceiptPath): void {
  registryOf(services).receiptPath = path;
}

/** The drawer into which the cash of a staff member goes. */
export function registerDrawer(services: Needs<'engine'>, find: FindDrawer): void {
  registryOf(services).drawer = find;
}

/** Null for a person without an open drawer. */
export async function drawerOf(services: CommandServices, tx: Tx, actor: Actor): Promise<Drawer | null> {
  return (await registryOf(services).drawer?.(tx, services, actor)) ?? null;
}

/** All kinds of things that can be paid for. */
export function payablesOf(services: Needs<'engine'>): Payable[] {
  return [...registryOf(services).payables.values()];
}

export async function announcePaid(services: CommandServices, tx: Tx, chargeId: number): Promise<void> {
  for (const hook of registryOf(services).paid) await hook(tx, services, chargeId);
}

export async function announceRefunding(services: CommandServices, tx: Tx, cash: readonly CashRefund[]): Promise<void> {
  for (const hook of registryOf(services).refunding) await hook(tx, services, cash);
}

export async function announceRefunded(services: CommandServices, tx: Tx, refundId: number): Promise<void> {
  for (const hook of registryOf(services).refunded) await hook(tx, services, refundId);
}

/** `db`: null for a charge that was just paid. */
export async function receiptPathOf(
  services: CommandServices,
  db: Db | null,
  charge: PaidCharge,
): Promise<string | null> {
  return (await registryOf(services).receiptPath?.(services, db, charge)) ?? null;
}
