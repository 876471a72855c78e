import type { CommandInputs, CommandRows } from '../../resources/command-registry.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { notifyOfLowStock } from './notices.ts';
import { lockItems, moveStock, writeMovements, type StockCause } from './stock.ts';

const MOST = 1_000_000;
const REASON = { type: 'string', title: 'Reason', minLength: 3, maxLength: 300 } as const;
const NOTE = { ...REASON, title: 'Note', description: 'For example, the delivery or invoice number.' } as const;

interface StockCommand {
  inputs: CommandInputs;
  /** The change of a stock, from what people enter. */
  changeOf: (stock: number, inputs: Readonly<Record<string, unknown>>) => number;
  kindOf: (inputs: Readonly<Record<string, unknown>>) => StockCause['kind'];
}

const COMMANDS: Readonly<Record<string, StockCommand>> = {
  receive: {
    inputs: {
      required: ['quantity'],
      properties: { quantity: { type: 'integer', title: 'Received', minimum: 1, maximum: MOST }, reason: NOTE },
    },
    changeOf: (_stock, { quantity }) => Number(quantity),
    kindOf: () => 'received',
  },
  count: {
    inputs: {
      required: ['quantity'],
      properties: { quantity: { type: 'integer', title: 'Counted', minimum: 0, maximum: MOST }, reason: NOTE },
    },
    changeOf: (stock, { quantity }) => Number(quantity) - stock,
    kindOf: () => 'counted',
  },
  correct: {
    inputs: {
      required: ['kind', 'quantity', 'reason'],
      properties: {
        kind: {
          type: 'string',
          title: 'What happened',
          enum: ['damaged', 'less', 'more'],
          'x-labels': { damaged: 'Damaged or lost', less: 'Fewer than recorded', more: 'More than recorded' },
        },
        quantity: { type: 'integer', title: 'How many', minimum: 1, maximum: MOST },
        reason: REASON,
      },
    },
    changeOf: (_stock, { kind, quantity }) => (kind === 'more' ? Number(quantity) : -Number(quantity)),
    kindOf: ({ kind }) => (kind === 'damaged' ? 'damaged' : 'correction'),
  },
};

export function addStockCommands(services: CommandServices): void {
  for (const [name, { inputs: given, changeOf, kindOf }] of Object.entries(COMMANDS))
    services.engine.command(`storeItems.${name}`, {
      resource: 'storeItems',
      inputs: given,
      run: async ({ tx, actor, rows, inputs }) => {
        const reason = typeof inputs['reason'] === 'string' ? inputs['reason'].trim() || null : null;
        const cause = { kind: kindOf(inputs), reason, byId: actor.id };
        const changes = rows.map(({ id, stock }) => ({ itemId: id, quantity: changeOf(stock ?? 0, inputs) }));
        await notifyOfLowStock(services, tx, await moveStock(tx, changes, cause));
      },
    });
  addStopCounting(services);
}

function addStopCounting({ engine }: Needs<'engine'>): void {
  engine.command('storeItems.stopCounting', {
    resource: 'storeItems',
    refusals: async ({ rows }: CommandRows<'storeItems'>) =>
      new Map(
        rows
          .filter(({ reserved }) => reserved > 0)
          .map(({ id }): [number, string] => [id, 'It is reserved for orders that are being paid. Try again later.']),
      ),
    run: async ({ tx, actor, rows }) => {
      for (const { id, stock } of rows) {
        await engine.update(actor, 'storeItems', id, { stock: null }, { tx, command: true });
        const change = { itemId: id, before: stock ?? 0, after: 0 };
        await writeMovements(tx, [change], { kind: 'correction', reason: 'No longer counted', byId: actor.id });
      }
    },
  });
}

/** An item that is created with a stock starts with a movement; later only commands change it. */
export function addStockRules({ engine }: Needs<'engine'>): void {
  engine.rules.checkAll('storeItems', async (writes) => {
    for (const { tx, actor, before, after } of writes) {
      if (before !== null || after?.stock == null || after.stock === 0) continue;
      await lockItems(tx, [after.id]);
      const change = { itemId: after.id, before: 0, after: after.stock };
      await writeMovements(tx, [change], { kind: 'counted', reason: 'Initial stock', byId: actor.id });
    }
  });
}
