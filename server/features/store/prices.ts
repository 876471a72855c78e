import { sql } from 'kysely';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { forEachSettled } from '../../platform/for-each-settled.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { Needs } from '../../services.ts';

/** Writes the prices that apply from today or an earlier day into their items. Until then they are read from the price change. */
export async function applyPrices(services: Needs<'clock' | 'db' | 'engine' | 'model'>): Promise<void> {
  const { db, clock, model } = services;
  const today = localDate(clock.now(), model.site.timezone);
  const due = await db
    .selectFrom('storePrices')
    .select('itemId')
    .distinct()
    .where('appliedAt', 'is', null)
    .where('startsOn', '<=', today)
    .orderBy('itemId')
    .execute();
  await forEachSettled(due, ({ itemId }) => applyPricesOf(services, itemId, today));
}

async function applyPricesOf({ engine }: Needs<'engine'>, itemId: number, today: string): Promise<void> {
  await engine.transaction(async (tx) => {
    const due = await tx
      .selectFrom('storePrices')
      .select('priceCents')
      .where('itemId', '=', itemId)
      .where('appliedAt', 'is', null)
      .where('startsOn', '<=', today)
      .orderBy('startsOn')
      .forUpdate()
      .execute();
    const last = due.at(-1);
    if (last === undefined) return;
    const [item] = await engine.lock(tx, 'storeItems', [itemId]);
    if (item !== undefined)
      await engine.update(SYSTEM, 'storeItems', itemId, { priceCents: last.priceCents }, { tx, command: true });
    await tx
      .updateTable('storePrices')
      .set({ appliedAt: sql`atrium_now()` })
      .where('itemId', '=', itemId)
      .where('appliedAt', 'is', null)
      .where('startsOn', '<=', today)
      .execute();
  });
}

/** What applied once is history. */
export function addPriceRules({ engine }: Needs<'engine'>): void {
  engine.rules.check('storePrices', async ({ before }) =>
    before?.appliedAt == null ? null : { startsOn: 'This price already applies. Create another price change instead.' },
  );
}
