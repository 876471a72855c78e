import type { PlanNote } from '../../../domain/calls/action-parts.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { formatMoney } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import { canAccess } from '../../declarations/permission.ts';
import { didYouMean } from '../../declarations/faults.ts';
import type { Command, CommandCall, CommandRows } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';
import { lockForPayment, type Payment } from './card-payments.ts';
import { partsEffect, refundEffect } from './money-effect.ts';
import { payableOfResource, type Charge, type Endpoint, type ThingRefund } from './payables.ts';
import { limitThings, readPaid, refundableThings, splitRefund, sumCents, unsettled } from './refund-parts.ts';
import { refundPayment, refundThings } from './refunds.ts';

/** What one row can be refunded, and how. */
interface Refundable {
  leftCents: number;
  /** By this person, of the same charges. */
  refundedCents: number;
  /** Why this person cannot refund it; null where they can. */
  refusal: string | null;
  sentences: (amountCents: number) => Promise<string[]>;
  refund: (amountCents: number, reason: string) => Promise<void>;
}

type Finder = (call: CommandRows) => Promise<Refundable>;

const OWN = 'Someone else must refund your own payment.';
const DISPUTED = 'The card payment is disputed.';
const NOTHING_LEFT = 'There is nothing to refund.';
const LIMIT_REACHED = 'You have refunded as much of it as you can. Ask someone who can refund any amount.';
const SEVERAL = 'Refund one at a time.';

/**
 * Refunds to where the money came from: an amount of a payment, or of what was paid for a thing. Amounts above the setting need the
 * permission that the action names in `above`.
 */
export function addRefundCommands(services: CommandServices): void {
  services.engine.command('payments.refund', {
    resource: 'payments',
    ...refundCommand(services, (call) => findPayment(services, call)),
    // The thing and its charge precede the payment.
    lock: async (tx, [id]) => {
      const found = await tx.selectFrom('payments').select('chargeId').where('id', '=', Number(id)).executeTakeFirst();
      if (found) await lockForPayment({ services, tx }, found.chargeId);
    },
  });
  services.engine.command('payments.refundThing', {
    ...refundCommand(services, (call) => findThing(services, call)),
    lock: async (tx, [id], _inputs, { name }) => payableOfResource(services, name)?.load(tx, Number(id)),
    check: (resource, action, report) => {
      checkAbove(resource, action, report);
      if (!payableOfResource(services, resource.name)) report(['command'], `"${resource.name}" is not paid for`);
    },
  });
}

const checkAbove: NonNullable<Command['check']> = (resource, { options }, report) => {
  const names = resource.actions.map(({ permission }) => permission);
  const above = options['above'];
  if (above !== undefined && !names.includes(String(above)))
    report(['options', 'above'], `No action has the permission "${String(above)}"${didYouMean(String(above), names)}`);
};

function refundCommand(services: CommandServices, find: Finder): Command {
  const mostOf = (call: CommandRows, { leftCents, refundedCents }: Refundable) =>
    Math.min(leftCents, Math.max(0, limitOf(services, call) - refundedCents));
  const amountIn = (call: CommandRows, found: Refundable) =>
    typeof call.inputs['amountCents'] === 'number' ? call.inputs['amountCents'] : mostOf(call, found);
  return {
    planned: ['amountCents'],
    inputs: {
      required: ['amountCents', 'reason'],
      properties: {
        amountCents: { type: 'integer', title: 'Amount', 'x-money': true, minimum: 1, maximum: 1_000_000_000 },
        reason: {
          type: 'string',
          title: 'Reason',
          description: 'The customer sees this.',
          minLength: 3,
          maxLength: 500,
        },
      },
    },
    check: checkAbove,
    refusals: async (call) => {
      if (call.rows.length > 1) return new Map(call.rows.map((row) => [row['id'] as number, SEVERAL]));
      const found = await find(call);
      const refusal = found.refusal ?? (mostOf(call, found) === 0 ? LIMIT_REACHED : null);
      return new Map(refusal === null ? [] : call.rows.map((row) => [row['id'] as number, refusal]));
    },
    inputsFor: async (call) => {
      const most = mostOf(call, await find(call));
      return { amountCents: { default: most, maximum: most }, reason: {} };
    },
    notes: async (call) => {
      const found = await find(call);
      const most = mostOf(call, found);
      const amountCents = amountIn(call, found);
      const effect: PlanNote[] = amountCents > found.leftCents ? [] : await found.sentences(amountCents);
      if (found.leftCents <= most) return effect;
      return [...effect, `You can refund up to ${formatMoney(most)} of ${formatMoney(found.leftCents)}.`];
    },
    run: async (call: CommandCall) => {
      const found = await find(call);
      const most = mostOf(call, found);
      const amountCents = Number(call.inputs['amountCents']);
      if (amountCents > most) throw invalid({ amountCents: `You can refund at most ${formatMoney(most)}.` });
      await found.refund(amountCents, String(call.inputs['reason']).trim());
    },
  };
}

/** In cents. Without limit for people with the permission for more. */
function limitOf({ engine, systemSettings }: CommandServices, { actor, resource, rows, options }: CommandRows): number {
  const { above } = options;
  const [row] = rows;
  if (typeof above !== 'string' || !row) return Infinity;
  const isUnlimited = canAccess(engine.resolver.access(actor, resource, above), row);
  return isUnlimited ? Infinity : systemSettings.value('payments.refundLimit');
}

async function findPayment(services: CommandServices, { tx, actor, rows }: CommandRows): Promise<Refundable> {
  const [row] = rows;
  const id = Number(row?.['id']);
  const payment = (await tx.selectFrom('payments').selectAll().where('id', '=', id).executeTakeFirst()) as
    | Payment
    | undefined;
  const charge = (await tx
    .selectFrom('charges')
    .selectAll()
    .where('id', '=', payment?.chargeId ?? 0)
    .executeTakeFirst()) as Charge | undefined;
  if (!payment || !charge) return nothing();
  const leftCents = unsettled(payment);
  const isOwn = payment.payerId === actor.id || charge.userId === actor.id;
  return {
    leftCents,
    refundedCents: await refundedBy(actor, tx, [charge]),
    refusal: isOwn ? OWN : leftCents === 0 ? NOTHING_LEFT : payment.isDisputed === true ? DISPUTED : null,
    sentences: async (amountCents) => (await partsEffect(tx, actor, [{ charge, payment, amountCents }])).sentences,
    refund: (amountCents, reason) => refundPayment({ services, tx, actor }, id, { amountCents, reason }),
  };
}

/** What was paid for the row. */
async function findThing(services: CommandServices, call: CommandRows): Promise<Refundable> {
  const { tx, actor, resource, rows } = call;
  const payable = payableOfResource(services, resource.name);
  const [row] = rows;
  if (!payable || !row) return nothing();
  const { endpoint } = payable;
  const things = await refundableThings(services, tx, endpoint, Number(row['id']));
  const ids = things.map(({ id }) => id);
  const paid = await readPaid(tx, endpoint, ids);
  const leftCents = sumCents(splitRefund(things, paid));
  const none = things.length === 0 ? NOTHING_LEFT : DISPUTED;
  const context = { services, tx, actor };
  const limited = (amountCents: number) => limitThings(things, amountCents);
  return {
    leftCents,
    refundedCents: await refundedBy(actor, tx, paid.charges),
    refusal: leftCents === 0 ? none : (await isOwn(call, endpoint, things)) ? OWN : null,
    sentences: async (amountCents) => (await refundEffect(context, endpoint, limited(amountCents))).sentences,
    refund: async (amountCents, reason) => {
      await payable.load(tx, Number(row['id']));
      await refundThings(context, endpoint, limited(amountCents), reason);
    },
  };
}

/** Several refunds of one person stay within the limit of one. */
async function refundedBy({ id: byId }: Actor, tx: Tx, charges: readonly Charge[]): Promise<number> {
  const refunds = await tx
    .selectFrom('refunds')
    .select('amountCents')
    .where('byId', '=', byId)
    .where('chargeId', 'in', [0, ...charges.map(({ id }) => id)])
    .where('state', '!=', 'failed')
    .execute();
  return sumCents(refunds);
}

async function isOwn({ tx, actor }: CommandRows, endpoint: Endpoint, things: readonly ThingRefund[]): Promise<boolean> {
  const own = await tx
    .selectFrom('charges as c')
    .leftJoin('payments as p', 'p.chargeId', 'c.id')
    .select('c.id')
    .where('c.endpoint', '=', endpoint)
    .where(
      'c.sourceId',
      'in',
      things.map(({ id }) => id),
    )
    .where(({ eb, or }) => or([eb('c.userId', '=', actor.id ?? 0), eb('p.payerId', '=', actor.id ?? 0)]))
    .limit(1)
    .executeTakeFirst();
  return own !== undefined;
}

function nothing(): Refundable {
  return {
    leftCents: 0,
    refundedCents: 0,
    refusal: NOTHING_LEFT,
    sentences: async () => [],
    refund: async () => undefined,
  };
}
