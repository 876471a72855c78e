import type { Db } from '../../platform/database.ts';

export function accountsWith(db: Db, email: string) {
  return db
    .selectFrom('users')
    .select(['id', 'isProvisional'])
    .where(({ fn, ref }) => fn<string>('lower', [ref('email')]), '=', email.trim().toLowerCase())
    .where('active', '=', true)
    .orderBy('id')
    .execute();
}
