import { calls } from './call.ts';
import { Type, type Static } from './type.ts';

/** A role, and where the account has it from. */
const HeldRole = Type.Object({
  name: Type.String(),
  label: Type.String(),
  /** Given to the account itself. */
  isOwn: Type.Boolean(),
  /** Everyone, or every account, holds it. */
  isImplicit: Type.Boolean(),
  groups: Type.Array(Type.Object({ id: Type.Id, name: Type.String(), isDirectory: Type.Boolean() })),
  /** What it allows beyond rules. */
  capabilities: Type.Array(Type.String()),
});
export type HeldRole = Static<typeof HeldRole>;

const GrantedAccess = Type.Object({
  resource: Type.String(),
  label: Type.String(),
  /** Permissions: those of the engine, and those of the resource's own actions. */
  actions: Type.Array(Type.String()),
  /** Those of them that reach some rows or fields only. */
  limited: Type.Array(Type.String()),
  /** Labels of the roles whose rules grant it. */
  roles: Type.Array(Type.String()),
});
export type GrantedAccess = Static<typeof GrantedAccess>;

const AccountAccess = Type.Object({
  isActive: Type.Boolean(),
  /** It can do everything without any rule. */
  isUnlimited: Type.Boolean(),
  roles: Type.Array(HeldRole),
  /** Empty where it is unlimited. */
  resources: Type.Array(GrantedAccess),
});
export type AccountAccess = Static<typeof AccountAccess>;

export const accessCalls = calls({
  'GET /api/users/:id/access': {
    summary: 'Shows what an account can do, and by which roles; for callers who see permissions',
    response: AccountAccess,
  },
});
