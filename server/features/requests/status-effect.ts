import type { PlanNote } from '../../../domain/calls/action-parts.ts';
import { quoteTotal, type QuoteLine } from '../../../domain/requests/quotes.ts';
import type { Transition } from '../../../domain/requests/workflow.ts';
import { formatCount, formatMoney } from '../../../domain/values/formats.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import type { CommandServices } from '../../services.ts';
import { statusResult } from './change-status.ts';
import { priceChangeEffect, type PriceEffect } from './request-refunds.ts';
import type { SubmissionRow } from './rows.ts';
import { workflowOf } from './workflow-file.ts';

interface Planned {
  row: SubmissionRow;
  transition: Transition;
}

/** What changing the status of these requests, with the price that is entered, does with what was paid. */
export async function statusEffects(
  services: CommandServices,
  { tx, actor, inputs }: CommandRows<'submissions'>,
  planned: readonly Planned[],
): Promise<PriceEffect[]> {
  const context = { services, tx, actor, workflow: workflowOf(services), now: services.clock.instant() };
  const entered = enteredPrice(inputs);
  const effects: PriceEffect[] = [];
  for (const { row, transition } of planned) {
    const isPriced = transition.inputs?.some((name) => name === 'cost' || name === 'quote') ?? false;
    if (row.paidCents === 0 || (isPriced && entered === null)) continue;
    const input = isPriced && entered !== null ? { costCents: entered } : {};
    const { row: after } = await statusResult(context, row, transition, input);
    const effect = after.costCents === null ? null : await priceChangeEffect(context, row, after);
    if (effect !== null && effect.sentences.length > 0) effects.push(effect);
  }
  return effects;
}

/** What the caller must have seen; null where nothing becomes of what was paid. */
export function seenAmounts(effects: readonly PriceEffect[]): string | null {
  return effects.length === 0 ? null : `${sumOf(effects, 'refundCents')} ${sumOf(effects, 'dueCents')}`;
}

export function effectNotes(effects: readonly PriceEffect[]): PlanNote[] {
  const [only] = effects;
  if (only === undefined) return [];
  if (effects.length === 1) return only.sentences;
  const [refund, due] = [sumOf(effects, 'refundCents'), sumOf(effects, 'dueCents')].map((cents) => formatMoney(cents));
  return [
    `${formatCount(effects.length, 'request', 'requests')} are paid already. ${refund} is refunded, and ${due} is due.`,
  ];
}

function sumOf(effects: readonly PriceEffect[], amount: 'refundCents' | 'dueCents'): number {
  return effects.reduce((sum, effect) => sum + effect[amount], 0);
}

function enteredPrice({ quoteLines, costCents }: CommandRows['inputs']): number | null {
  const lines = Array.isArray(quoteLines) ? (quoteLines as unknown as QuoteLine[]) : [];
  const isComplete = lines.length > 0 && lines.every(({ unitCents }) => typeof unitCents === 'number');
  if (isComplete) return quoteTotal(lines) ?? null;
  return typeof costCents === 'number' ? costCents : null;
}
