import type { Kysely, Transaction } from 'kysely';
import type { Tables } from '../../domain/generated/tables.ts';

export type Db = Kysely<Tables>;
/** A transaction in progress; has the interface of Db on a single connection. */
export type Tx = Transaction<Tables>;
