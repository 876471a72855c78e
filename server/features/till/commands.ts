import type { Row } from '../../../domain/declarations/model.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import { invalid } from '../../resources/refusals.ts';
import type { CommandServices } from '../../services.ts';
import { AMOUNT, REASON } from '../ledger/commands.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { closeSession } from './close.ts';
import { addEntry, DRAWERS, drawerText, expectedCash } from './drawer.ts';

/** An amount that can be zero: an empty drawer. */
const CASH = { type: 'integer', 'x-money': true, minimum: 0, maximum: 10_000_000 } as const;

export function addTillCommands(services: CommandServices): void {
  addOpen(services);
  addCashMove(services, 'cashIn');
  addCashMove(services, 'cashOut');
  addClose(services);
}

/** A drawer is used by one person, and a person has one drawer. */
function addOpen(services: CommandServices): void {
  const { engine, clock } = services;
  engine.command('tills.open', {
    resource: 'tills',
    inputs: { required: ['floatCents'], properties: { floatCents: { ...CASH, title: 'Float' } } },
    inputsFor: async ({ rows }) => ({ floatCents: { default: rows[0]?.floatCents ?? 0 } }),
    refusals: refuseOpened,
    run: async ({ tx, actor, rows, inputs }) => {
      const cashierId = requireAccountId(actor);
      const floatCents = Number(inputs['floatCents']);
      for (const { id, name } of rows) {
        const opened = { state: 'open', openedAt: clock.instant(), openTill: id, openCashier: cashierId } as const;
        const values = { tillId: id, cashierId, floatCents, ...opened };
        const session = await engine.create(actor, 'tillSessions', values, { tx, command: true });
        const report = { reportPath: `/payment/till/reports/${session.id}` };
        await engine.update(actor, 'tillSessions', session.id, report, { tx, command: true });
        if (floatCents === 0) continue;
        await addEntry(
          { services, tx, actor },
          session.id,
          { kind: 'float', method: 'cash', amountCents: floatCents },
          { purpose: 'transfer', debit: DRAWERS, credit: 'cash', memo: `Float of ${name}` },
        );
      }
    },
  });
}

async function refuseOpened({ tx, actor, rows }: CommandRows<'tills'>): Promise<Map<number, string>> {
  const open = await tx
    .selectFrom('tillSessions as s')
    .innerJoin('users as u', 'u.id', 's.cashierId')
    .select(['s.tillId', 's.cashierId', 'u.displayName'])
    .where('s.state', '=', 'open')
    .execute();
  const own = open.find(({ cashierId }) => cashierId === actor.id);
  return new Map(
    rows.flatMap(({ id }): [number, string][] => {
      const other = open.find(({ tillId }) => tillId === id);
      if (other !== undefined && other !== own) return [[id, `${other.displayName} is using this drawer.`]];
      if (own !== undefined) return [[id, 'You already have an open drawer. Close it first.']];
      return rows.length > 1 ? [[id, 'Open one drawer at a time.']] : [];
    }),
  );
}

/** Cash that is brought from the safe, or taken to it. */
function addCashMove(services: CommandServices, kind: 'cashIn' | 'cashOut'): void {
  services.engine.command(`tillSessions.${kind}`, {
    resource: 'tillSessions',
    inputs: { required: ['amountCents', 'reason'], properties: { amountCents: AMOUNT, reason: REASON } },
    refusals: async ({ actor, rows }) =>
      new Map(
        rows
          .filter(({ cashierId }) => cashierId !== actor.id)
          .map(({ id }) => [id, 'Only the cashier of this drawer can do this.']),
      ),
    run: async ({ tx, actor, rows, inputs }) => {
      const [amountCents, reason] = [Number(inputs['amountCents']), String(inputs['reason']).trim()];
      const isIn = kind === 'cashIn';
      for (const { id } of rows) {
        const expectedCents = isIn ? 0 : await expectedCash(tx, id);
        if (!isIn && expectedCents < amountCents)
          throw invalid({ amountCents: `${drawerText(expectedCents)} Enter this amount or less.` });
        await addEntry(
          { services, tx, actor },
          id,
          { kind, method: 'cash', amountCents: isIn ? amountCents : -amountCents, reason },
          { purpose: 'transfer', memo: reason, ...(isIn ? FROM_SAFE : TO_SAFE) },
        );
      }
    },
  });
}

const FROM_SAFE = { debit: DRAWERS, credit: 'cash' } as const;
const TO_SAFE = { debit: 'cash', credit: DRAWERS } as const;

/** Also for the drawer of someone who has left it open. */
function addClose(services: CommandServices): void {
  services.engine.command('tillSessions.close', {
    resource: 'tillSessions',
    inputs: {
      required: ['countedCents'],
      properties: {
        countedCents: { ...CASH, title: 'Counted' },
        note: { type: 'string', title: 'Note', maxLength: 300 },
      },
    },
    refusals: async ({ rows }) =>
      new Map(rows.length > 1 ? rows.map(({ id }) => [id, 'Close one drawer at a time.']) : []),
    run: async ({ tx, actor, rows, inputs }) => {
      for (const row of rows) await closeSession({ services, tx, actor }, row, countOf(inputs));
    },
  });
}

function countOf(inputs: Row) {
  return { countedCents: Number(inputs['countedCents']), note: String(inputs['note'] ?? '').trim() || null };
}
