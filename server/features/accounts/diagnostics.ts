import { sql } from 'kysely';
import type { Diagnostics } from '../../feature.ts';

interface Counted {
  accounts: number;
  closed: number;
  sessions: number;
  people: number;
  /** Successful logins delete them. */
  refused: number;
}

export const aboutAccounts: Diagnostics = {
  key: 'accounts',
  title: 'Accounts and logins',
  facts: async ({ db, clock }) => {
    const dayAgo = new Date(clock.now() - 86_400_000).toISOString();
    const { rows } = await sql<Counted>`
      select (select count(*) from "users" where "active") as accounts, (select count(*) from "users" where not "active") as closed,
        (select count(*) from "sessions" where "expiresAt" > ${clock.instant()}) as sessions,
        (select count(*) from "users" where "lastLoginAt" > ${dayAgo}) as people,
        (select count(*) from "loginAttempts" where not "succeeded" and "at" > ${dayAgo}) as refused`.execute(db);
    const counted = rows[0]!;
    return {
      facts: [
        { label: 'Active accounts', value: counted.accounts, kind: 'number' },
        { label: 'Closed accounts', value: counted.closed, kind: 'number' },
        { label: 'Login sessions', value: counted.sessions, kind: 'number' },
        { label: 'People logged in in the last day', value: counted.people, kind: 'number' },
        { label: 'Refused logins on record', value: counted.refused, kind: 'number' },
      ],
    };
  },
};
