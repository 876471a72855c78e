import { percentOf } from './fractions.ts';
import type { Status } from './workflow.ts';

export const ACTION_TYPES = ['GrantAccess', 'DiscountApplied', 'EmailNotification', 'ChangeBalance'] as const;

/** What happens by itself when a request of a form reaches a status (schemas/resources/formActions.json). */
export interface FormAction {
  on: Status;
  type: (typeof ACTION_TYPES)[number];
  groupId: number | null;
  credentialId: number | null;
  days: number | null;
  /** YYYY-MM-DD, the last day. */
  until: string | null;
  percent: number | null;
  discountCents: number | null;
  template: string | null;
  text: string | null;
  amountFrom: 'fixed' | 'paid' | 'answer' | null;
  amountCents: number | null;
  field: string | null;
}

/** The actions of a published version, by name. */
export type FormActions = Record<string, FormAction>;

/** The names of actions that a request does when it reaches a status, without those that are done. */
export function actionsOn(actions: FormActions, status: Status, done: readonly string[]): string[] {
  return Object.entries(actions).flatMap(([name, { on }]) => (on === status && !done.includes(name) ? [name] : []));
}

/** The price less the discount of an action. */
export function discountedBy({ percent, discountCents }: FormAction, cents: number): number {
  const off = percent === null ? (discountCents ?? 0) : percentOf(percent, cents);
  return Math.max(0, cents - off);
}

/** Whether a paid request is about the customer's balance: it is completed when its actions are done. */
export function changesBalance(actions: FormActions): boolean {
  return Object.values(actions).some(({ type, on }) => type === 'ChangeBalance' && on === 'PaymentComplete');
}

/** The last day of access that is granted today; null: it has no end. Days are YYYY-MM-DD. */
export function accessEnd({ until }: Pick<FormAction, 'until'>, lastDay: string | null): string | null {
  if (until === null || lastDay === null) return until ?? lastDay;
  return until < lastDay ? until : lastDay;
}

type StoredAction = FormAction & { name: string };

/** As a published version has them. Other properties of the rows are left out. */
export function actionsByName(rows: readonly StoredAction[]): FormActions {
  return Object.fromEntries(
    rows.map((row): [string, FormAction] => {
      const { on, type, groupId, credentialId, days, until, percent, discountCents } = row;
      const { template, text, amountFrom, amountCents, field } = row;
      const access = { groupId, credentialId, days, until };
      return [
        row.name,
        { on, type, ...access, percent, discountCents, template, text, amountFrom, amountCents, field },
      ];
    }),
  );
}
