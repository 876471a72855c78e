import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../server/platform/database.ts';

/** Fills the table up to `count` rows with varied data. */
export async function fillItems(db: Db, table: 'benchItems' | 'benchArchive', count: number): Promise<void> {
  await sql`insert into ${sql.table(table)} ("name", "code", "kind", "amount", "priceCents", "ratio", "active", "startsOn", "at", "email", "ownerId", "tags", "note")
    select 'Item ' || md5(n::text), 'C' || n, (array['wood', 'metal', 'glass', 'paper'])[1 + n % 4], (n * 7919) % 1000000, n % 100000, (n % 1000) / 1000.0, n % 3 > 0,
      date '2020-01-01' + ((n * 31) % 3650)::int, timestamptz '2020-01-01T00:00:00Z' + make_interval(secs => n), 'item' || n || '@campus.example',
      (select min("id") from "users"), jsonb_build_array('a' || n % 10, 'b' || n % 7), repeat('A long note. ', 10)
    from generate_series((select count(*) + 1 from ${sql.table(table)}), ${count}::bigint) as n`.execute(db);
  await sql`vacuum analyze ${sql.table(table)}`.execute(db);
}

/** Creates an administrator's session; returns the Cookie header. */
export async function openSession(db: Db, secret: string): Promise<string> {
  const token = randomBytes(32).toString('base64url');
  const hash = createHmac('sha256', secret).update(token).digest('base64url');
  await sql`insert into "users" ("username", "displayName", "roles", "active") values ('bench', 'Bench', '["Administrator"]', true)`.execute(
    db,
  );
  await sql`insert into "sessions" ("tokenHash", "userId", "expiresAt", "isKiosk")
    select ${hash}, "id", now() + interval '8 hours', false from "users" where "username" = 'bench'`.execute(db);
  return `atrium=${token}`;
}

/** Sessions of so many administrators, as the hand-written server answers no one else; returns their Cookie headers. */
export async function openSessions(db: Db, secret: string, people: number): Promise<string[]> {
  const tokens = Array.from({ length: people }, () => randomBytes(32).toString('base64url'));
  const hashes = tokens.map((token) => createHmac('sha256', secret).update(token).digest('base64url'));
  await sql`with made as (
      insert into "users" ("username", "displayName", "email", "roles", "active")
      select 'person' || n, 'Person ' || n, 'person' || n || '@campus.example', '["Administrator"]', true
      from generate_series(1, ${people}::int) as n returning "id"),
    numbered as (select "id", row_number() over (order by "id") as n from made)
    insert into "sessions" ("tokenHash", "userId", "expiresAt", "isKiosk")
    select hash, numbered."id", now() + interval '8 hours', false
    from unnest(${hashes}::text[]) with ordinality as t (hash, n) join numbered using (n)`.execute(db);
  await sql`vacuum analyze "sessions", "users"`.execute(db);
  return tokens.map((token) => `atrium=${token}`);
}
