import { sql } from 'kysely';
import { forEachSettled } from '../../../platform/for-each-settled.ts';
import type { CommandServices } from '../../../services.ts';
import { notify } from '../../messages/notify.ts';
import { readInstance } from '../../sessions/instance.ts';
import { seatPayLink } from '../seats/seat-due.ts';

/** The last part of a hold, from which on its holder is reminded to pay. */
const LAST_PART = 4;
/** Hours before the end, at most. */
const LONGEST = 24;
/** Shorter holds need no reminder: their first message has just come. In minutes. */
const SHORTEST = 60;

/** Reminds holders of unpaid seats that their hold is about to end: once for each end. */
export async function remindOfHolds(services: CommandServices): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select t."id" from "tickets" t
    where t."status" = 'held' and t."holdExpiresAt" > atrium_now()
      and t."holdExpiresAt" - t."updatedAt" >= make_interval(mins => ${SHORTEST})
      and t."holdExpiresAt" - atrium_now()
        <= least((t."holdExpiresAt" - t."updatedAt") / ${LAST_PART}::int, make_interval(hours => ${LONGEST}))
      and not exists (select 1 from "ticketReminders" r
        where r."ticketId" = t."id" and r."before" = 'hold' and r."startsAt" = t."holdExpiresAt")
    order by t."id"`.execute(services.db);
  await forEachSettled(rows, ({ id }) => remind(services, id));
}

async function remind(services: CommandServices, ticketId: number): Promise<void> {
  await services.engine.transaction(async (tx) => {
    const [ticket] = await services.engine.lock(tx, 'tickets', [ticketId]);
    if (ticket?.status !== 'held' || ticket.holdExpiresAt == null) return;
    const sent = await tx
      .insertInto('ticketReminders')
      .values({ ticketId, before: 'hold', startsAt: ticket.holdExpiresAt })
      .onConflict((conflict) => conflict.columns(['ticketId', 'before', 'startsAt']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (sent === undefined) return;
    const { id, title, timezone } = await readInstance(services, tx, ticket.instanceId);
    await notify(services, tx, {
      event: 'ticketHoldEnding',
      audience: 'attendee',
      recipients: [ticket.userId],
      about: { resource: 'tickets', id: ticketId, title, path: null },
      neededBy: Date.parse(ticket.holdExpiresAt),
      zone: timezone,
      values: {
        event: { text: title, path: `/signup/details/${id}` },
        title,
        until: ticket.holdExpiresAt,
        price: ticket.priceCents,
        pay: await seatPayLink({ services, tx }, ticketId),
      },
    });
  });
}
