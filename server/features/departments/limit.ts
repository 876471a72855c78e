import { formatMoney } from '../../../domain/values/formats.ts';
import type { Tx } from '../../platform/database.ts';
import { holdsLock, takeLock } from '../../platform/locks.ts';
import type { CommandRows } from '../../resources/command-registry.ts';
import type { Needs } from '../../services.ts';
import { chargeableDepartments, mostLeftCents, type DepartmentPayment } from './verdict.ts';

type Person = Pick<DepartmentPayment, 'balanceId' | 'userId'>;

const limitKey = ({ balanceId, userId }: Person): string => `${balanceId} ${userId}`;

/** Payments of one person with one department follow each other. */
export async function lockLimit(tx: Tx, person: Person): Promise<void> {
  await takeLock(tx, 'department limit', limitKey(person));
}

/** The limits of these charges, which precede their rows. */
export async function lockLimits(tx: Tx, ids: readonly (string | number)[]): Promise<void> {
  const persons = await tx
    .selectFrom('departmentCharges')
    .select(['balanceId', 'userId'])
    .where('id', 'in', [0, ...ids.map(Number)])
    .execute();
  for (const key of [...new Set(persons.map(limitKey))].toSorted((a, b) => (a < b ? -1 : 1)))
    await takeLock(tx, 'department limit', key);
}

export function holdsLimit(tx: Tx, person: Person): boolean {
  return holdsLock(tx, 'department limit', limitKey(person));
}

/** Why the contact cannot approve these charges. They count in their order: one that still fits uses the limit of the next. */
export async function limitRefusals(
  services: Needs<'model'>,
  { tx, rows }: Pick<CommandRows<'departmentCharges'>, 'tx' | 'rows'>,
): Promise<[number, string][]> {
  const granted = new Map<string, number>();
  const refused: [number, string][] = [];
  for (const { id, balanceId, userId, amountCents } of rows) {
    const [department] = await chargeableDepartments(tx, userId, balanceId);
    if (!department) {
      refused.push([id, 'This person can no longer charge the department.']);
      continue;
    }
    const counted = { waiting: 'approved', exceptId: id } as const;
    const most = await mostLeftCents(services, tx, department, { balanceId, userId, counted });
    if (most === null) continue;
    const key = limitKey({ balanceId, userId });
    const left = most - (granted.get(key) ?? 0);
    if (amountCents > left) refused.push([id, exceeds(left)]);
    else granted.set(key, (granted.get(key) ?? 0) + amountCents);
  }
  return refused;
}

function exceeds(left: number): string {
  return `This exceeds the limit of the person, who can charge ${formatMoney(Math.max(left, 0))} more to this department.`;
}
