import { sql } from 'kysely';
import type { Tx } from '../../../platform/database.ts';
import type { ThingRefund } from '../../payments/payables.ts';

interface SeatCharge {
  chargeId: number;
  /** The ticket under which it was charged. */
  sourceId: number;
  /** What was paid at first. */
  totalCents: number;
  leftCents: number;
  /** Of all seats that it paid, before discount and tax. */
  linesCents: number;
  /** Of those that are canceled. */
  seatsCents: number;
}

/**
 * What is refunded when these tickets are canceled: of seats that were paid together, as those of a series, the part of each by its price.
 */
export async function seatRefunds(tx: Tx, ticketIds: readonly number[]): Promise<ThingRefund[]> {
  return (await seatCharges(tx, ticketIds)).flatMap(
    ({ sourceId, totalCents, leftCents, linesCents, seatsCents }): ThingRefund[] => {
      const isAll = linesCents === 0 || seatsCents >= linesCents;
      const share = isAll ? leftCents : Math.round((totalCents * seatsCents) / linesCents);
      const amountCents = Math.min(leftCents, share);
      return amountCents > 0 ? [{ id: sourceId, amountCents }] : [];
    },
  );
}

/** The ids under which what was paid for the ticket can be: its own, and those of seats that were paid with it. */
export async function seatSources(tx: Tx, ticketId: number): Promise<number[]> {
  const charges = await seatCharges(tx, [ticketId]);
  return [...new Set([ticketId, ...charges.map(({ sourceId }) => sourceId)])];
}

/** A charge of a series is older than none of its tickets: those of an earlier booking do not count. */
async function seatCharges(tx: Tx, ticketIds: readonly number[]): Promise<SeatCharge[]> {
  if (ticketIds.length === 0) return [];
  const { rows } = await sql<SeatCharge>`
    with seats as (
      select t."id", t."userId", coalesce(t."priceCents", 0) as "priceCents", t."createdAt",
        (select s."id" from "eventSeries" s where s."id" = i."seriesId" and s."isBookedAsWhole") as "seriesId"
      from "tickets" t join "instances" i on i."id" = t."instanceId" where t."id" = any(${ticketIds}::bigint[])),
    sources as (
      select "id" as "ticketId", "id" as "sourceId", "priceCents", "createdAt" - interval '100 years' as "since" from seats
      union select s."id", t."id", s."priceCents", s."createdAt" from seats s
      join "instances" i on i."seriesId" = s."seriesId" join "tickets" t on t."instanceId" = i."id"
      where t."userId" = s."userId" and t."id" <> s."id")
    select c."id" as "chargeId", c."sourceId", c."paidCents" as "leftCents", sum(o."priceCents")::bigint as "seatsCents",
      (select coalesce(sum(p."amountCents"), 0) from "payments" p
        where p."chargeId" = c."id" and p."state" = 'captured' and p."isLate" is not true)::bigint as "totalCents",
      (select coalesce(sum((l->>'amountCents')::bigint), 0) from jsonb_array_elements(c."lines") l
        where l->>'kind' = 'item')::bigint as "linesCents"
    from "charges" c join sources o on o."sourceId" = c."sourceId" and c."createdAt" >= o."since"
    where c."endpoint" = 'ticket' and c."paidCents" > 0
    group by c."id" order by c."id"`.execute(tx);
  return rows.map(({ totalCents, linesCents, seatsCents, ...row }) => ({
    ...row,
    totalCents: Number(totalCents),
    linesCents: Number(linesCents),
    seatsCents: Number(seatsCents),
  }));
}
