import type { TillDue } from '../../../domain/calls/till.ts';

export function dueKey({ endpoint, id }: Pick<TillDue, 'endpoint' | 'id'>): string {
  return `${endpoint} ${id}`;
}

export function dueTotal(dues: readonly TillDue[]): number {
  return dues.reduce((sum, { dueCents }) => sum + dueCents, 0);
}

export function saleItems(dues: readonly TillDue[]) {
  return dues.map(({ endpoint, id, dueCents }) => ({ endpoint, id, amountCents: dueCents }));
}
