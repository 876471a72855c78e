import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

/** A department that the caller can charge. */
export const ChargeableDepartment = Type.Object({
  balanceId: Type.Id,
  name: Type.String(),
  accountFormat: Type.Nullable(
    Type.String({
      description: 'Format of the account string: # is a digit, A a letter, * either. Null: not requested',
    }),
  ),
  accountCheck: Type.Enum(['none', 'luhn', 'mod97'] as const),
  accountHint: Type.Nullable(Type.String()),
  approvalAboveCents: Type.Nullable(Type.Count),
  /** What the caller can still charge in this period, and the contact at all; null without limit. */
  leftCents: Type.Nullable(Type.Integer()),
  /** Whether it can pay what is due. */
  state: Type.Enum(['allowed', 'needsApproval', 'refused'] as const),
  /** Why not, for people. */
  reason: Type.Nullable(Type.String()),
});
export type ChargeableDepartment = Static<typeof ChargeableDepartment>;

export const departmentCalls = calls({
  'GET /api/payment/departments': {
    summary: 'Departments that the caller can charge',
    tag: 'Payments',
    response: Type.Array(ChargeableDepartment),
  },
});
