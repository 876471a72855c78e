import { createHmac, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import type { KioskIdentity } from '../../../domain/values/kiosk-identity.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import type { Role } from '../../../domain/declarations/model.ts';
import { asCall } from '../../platform/call-kind.ts';
import { Gathered } from '../../platform/gathered.ts';
import { NOW, columnRefs, PREPARED, type Db } from '../../platform/database.ts';
import { GROUP_IDS_OF_USER, GROUPS_OF_USER, heldRoles, implicitRoles, kioskRoles, type Held } from './held-roles.ts';

const REVISION = columnRefs('revisions', 'r');
const SESSION = columnRefs('sessions', 's');
const DEVICE = columnRefs('devices', 'd');
const USER = columnRefs('users', 'u');

/** Absolute session lifetime at a kiosk, so that the next person finds no open session. */
export const KIOSK_MINUTES = 10;

export interface Session {
  id: number;
  expiresAt: string;
  /** A group of the account no longer exists or one of its roles is undeclared, so permissions may be missing. */
  incomplete: boolean;
  /** Logging in to the account takes a code besides the password. */
  hasSecondFactor: boolean;
  /** While its browser is the self check-in of an event instance: the session allows nothing. */
  isParked: boolean;
  /** Of a kiosk session: it is worthless in another browser. */
  deviceId: number | null;
  actor: Actor & { id: number; username: string };
}

export interface ResolvedSession {
  session: Session | null;
  configurationRevision: number;
}

interface ResolvedSessionRow extends Held {
  hash: string;
  revision: number | null;
  sessionId: number | null;
  expiresAt: string;
  isKiosk: boolean;
  identifiedBy: KioskIdentity | null;
  deviceId: number | null;
  device: string | null;
  selfCheckInId: number | null;
  userId: number | null;
  username: string;
  secondFactorAt: string | null;
  groupIds: number[] | null;
}

/**
 * Database-backed sessions, shared by all server processes. Nothing is cached: disabling an account or changing its roles takes effect
 * with the next request; concurrent requests share queries. The browser holds a random token; the table stores only its
 * keyed hash.
 */
export class SessionStore {
  readonly #db: Db;
  readonly #secret: string;
  readonly #roles: Role[];
  readonly #longest: () => number;
  readonly #rows = new Gathered((hashes: readonly string[]) => this.#read(hashes));
  /** By itself, and the sessions as calls of their own kind: visitors must not wait for a locked table of accounts. */
  readonly #revisions = new Gathered((_: readonly null[]) => this.#readRevision());

  /** `longest`: minutes that a session lasts at most, read at each login. */
  constructor(db: Db, secret: string, roles: Role[], longest: () => number) {
    this.#db = db;
    this.#secret = secret;
    this.#roles = roles;
    this.#longest = longest;
  }

  /** Creates a session, of at most so many minutes where `most` says so, and returns its token, which is not stored. */
  async open(
    db: Db,
    userId: number,
    client: { ip: string; userAgent: string | undefined; kiosk?: { deviceId: number; identifiedBy: KioskIdentity } },
    most = Number.POSITIVE_INFINITY,
  ): Promise<{ id: number; token: string; expiresAt: string }> {
    const token = randomBytes(32).toString('base64url');
    const minutes = client.kiosk ? KIOSK_MINUTES : Math.min(most, this.#longest());
    const { id, expiresAt } = await db
      .insertInto('sessions')
      .values({
        tokenHash: this.#hash(token),
        userId,
        expiresAt: sql<string>`${NOW} + make_interval(mins => ${minutes})`,
        isKiosk: client.kiosk !== undefined,
        deviceId: client.kiosk?.deviceId ?? null,
        identifiedBy: client.kiosk?.identifiedBy ?? null,
        ip: client.ip,
        userAgent: client.userAgent?.slice(0, 300) ?? null,
      })
      .returning(['id', 'expiresAt'])
      .executeTakeFirstOrThrow();
    return { id, token, expiresAt };
  }

  /** The session of `token` (null for a visitor), and the current revision of the configuration. */
  async resolve(token: string | null, ip: string): Promise<ResolvedSession> {
    if (!token) return { session: null, configurationRevision: (await this.#revisions.answer(null)) ?? 0 };
    const row = (await asCall('sessions', () => this.#rows.answer(this.#hash(token))))!;
    return { session: row.userId === null ? null : this.#session(row, ip), configurationRevision: row.revision ?? 0 };
  }

  async #readRevision(): Promise<Map<null, number>> {
    const { rows } = await sql<{ value: number }>`${PREPARED}
      select ${REVISION.value} from revisions r where ${REVISION.name} = 'permissions'`.execute(this.#db);
    return new Map([[null, rows[0]?.value ?? 0]]);
  }

  /** The subquery around the list keeps one plan for lists of every length. */
  async #read(hashes: readonly string[]): Promise<Map<string, ResolvedSessionRow>> {
    const { rows } = await sql<ResolvedSessionRow>`${PREPARED}
      select one.hash, ${REVISION.value} as revision, ${SESSION.id} as "sessionId", ${SESSION.expiresAt}, ${SESSION.isKiosk},
        ${SESSION.identifiedBy}, ${SESSION.deviceId}, ${DEVICE.name} as device, ${SESSION.selfCheckInId},
        ${USER.id} as "userId", ${USER.username}, ${USER.secondFactorAt}, ${USER.roles}, ${GROUP_IDS_OF_USER} as "groupIds",
        ${GROUPS_OF_USER} as groups
      from unnest((select ${hashes}::text[])) as one(hash) left join revisions r on ${REVISION.name} = 'permissions'
      left join lateral (
        select * from sessions s where ${SESSION.tokenHash} = one.hash and ${SESSION.expiresAt} > atrium_now() limit 1) s on true
      left join devices d on ${DEVICE.id} = ${SESSION.deviceId}
      left join users u on ${USER.id} = ${SESSION.userId} and ${USER.active}`.execute(this.#db);
    return new Map(rows.map((row) => [row.hash, row]));
  }

  async end(token: string): Promise<void> {
    await this.#db.deleteFrom('sessions').where('tokenHash', '=', this.#hash(token)).execute();
  }

  /** Self check-in has ended in its browser: the session is `userId`'s again, or ends where that is null. */
  async endParking(db: Db, token: string, userId: number | null): Promise<void> {
    const tokenHash = this.#hash(token);
    if (userId !== null)
      await db
        .updateTable('sessions')
        .set({ selfCheckInId: null })
        .where('tokenHash', '=', tokenHash)
        .where('userId', '=', userId)
        .execute();
    await db.deleteFrom('sessions').where('tokenHash', '=', tokenHash).where('selfCheckInId', 'is not', null).execute();
  }

  implicitRoles(loggedIn: boolean): string[] {
    return implicitRoles(this.#roles, loggedIn);
  }

  #session(row: ResolvedSessionRow, ip: string): Session {
    const { undeclared, ...rights } = row.isKiosk
      ? kioskRoles(this.#roles, row, row.identifiedBy)
      : heldRoles(this.#roles, row);
    return {
      id: row.sessionId!,
      expiresAt: row.expiresAt,
      incomplete: (row.groups ?? []).length < new Set(row.groupIds ?? []).size || undeclared,
      hasSecondFactor: row.secondFactorAt !== null,
      isParked: row.selfCheckInId !== null,
      deviceId: row.deviceId,
      actor: {
        id: row.userId!,
        username: row.username,
        ...rights,
        isKiosk: row.isKiosk,
        ...(row.identifiedBy === null ? {} : { identifiedBy: row.identifiedBy }),
        ...(row.device === null ? {} : { device: row.device }),
        ip,
      },
    };
  }

  #hash(token: string): string {
    return createHmac('sha256', this.#secret).update(token).digest('base64url');
  }
}
