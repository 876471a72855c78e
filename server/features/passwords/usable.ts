import { sql, type RawBuilder } from 'kysely';
import { rolesWith } from '../../../domain/declarations/capabilities.ts';
import { columnRefs } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';

const USER = columnRefs('users', 'u');

/** SQL: a password kept here opens a session for the account `u`. Without local logins, only for administrators. */
export function withPasswordHere({ settings, model }: Needs<'settings' | 'model'>): RawBuilder<boolean> {
  const active = sql<boolean>`(${USER.active} and ${USER.isProvisional} is not true)`;
  if (settings.localLogin) return active;
  return sql<boolean>`(${active} and ${USER.roles} ?| ${rolesWith(model.roles, 'everything')}::text[])`;
}
