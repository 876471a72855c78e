import { isCapable } from '../../../../domain/declarations/capabilities.ts';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { NewSessionLink, SessionLink, SessionLinks } from '../../../../domain/calls/links.ts';
import type { Db } from '../../../platform/database.ts';
import { problem } from '../../../platform/problem.ts';
import { sessionSecret } from '../../../platform/settings.ts';
import { SignedTokens } from '../../../platform/signed-tokens.ts';
import type { Needs, RowServices } from '../../../services.ts';
import { noInstance } from '../refusals.ts';

const MOST_WORKING = 50;

export class SessionLinkBook {
  readonly #services: RowServices;
  readonly #tokens: SignedTokens;

  private constructor(services: RowServices, tokens: SignedTokens) {
    this.#services = services;
    this.#tokens = tokens;
  }

  static async open(services: RowServices & Needs<'settings'>): Promise<SessionLinkBook> {
    return new SessionLinkBook(services, new SignedTokens(await sessionSecret(services.settings), 'session links'));
  }

  /** Whether the link opens this session now. */
  async invites(instanceId: number, link: string | undefined): Promise<boolean> {
    if (link === undefined) return false;
    const [instance, id] = (this.#tokens.verify(link) ?? []).map(Number);
    if (instance !== instanceId || id === undefined) return false;
    const { db, clock } = this.#services;
    const row = await db
      .selectFrom('sessionLinks')
      .select('expiresAt')
      .where('id', '=', id)
      .where('instanceId', '=', instanceId)
      .where('revokedAt', 'is', null)
      .executeTakeFirst();
    return row !== undefined && (row.expiresAt === null || Date.parse(row.expiresAt) > clock.now());
  }

  async list(actor: Actor, instanceId: number): Promise<SessionLinks> {
    requireMaker(actor);
    const { db } = this.#services;
    const instance = await db
      .selectFrom('instances')
      .select('isPrivate')
      .where('id', '=', instanceId)
      .executeTakeFirst();
    if (instance === undefined) throw noInstance();
    return { isPrivate: instance.isPrivate === true, links: await this.#read(db, instanceId) };
  }

  /** Refused with 409 beyond 50 that work, 400 for an end that is over. */
  async make(actor: Actor, instanceId: number, { label, expiresAt }: NewSessionLink): Promise<SessionLink> {
    requireMaker(actor);
    const { engine, clock } = this.#services;
    if (label.trim() === '') throw problem(400, 'events.no-label', 'Bad request', 'Enter a name for the link.');
    if (expiresAt !== null && !(Date.parse(expiresAt) > clock.now()))
      throw problem(400, 'events.link-over', 'Bad request', 'Choose a later end.');
    return engine.transaction(async (tx) => {
      const [instance] = await engine.lock(tx, 'instances', [instanceId]);
      if (instance === undefined) throw noInstance();
      if ((await this.#read(tx, instanceId)).filter(({ works }) => works).length >= MOST_WORKING)
        throw problem(
          409,
          'events.too-many-links',
          'Too many links',
          `${MOST_WORKING} links to this session are active. Revoke one first.`,
        );
      const { id } = await engine.create(
        actor,
        'sessionLinks',
        { instanceId, label: label.trim(), expiresAt },
        { tx, command: true },
      );
      const made = (await this.#read(tx, instanceId)).find((link) => link.id === id);
      if (made === undefined) throw noInstance();
      return made;
    });
  }

  /** It opens nothing from then on. Nothing happens where the session has no such link, or it was revoked. */
  async revoke(actor: Actor, instanceId: number, linkId: number): Promise<void> {
    requireMaker(actor);
    const { engine, clock } = this.#services;
    await engine.transaction(async (tx) => {
      const [link] = await engine.lock(tx, 'sessionLinks', [linkId]);
      if (link?.instanceId !== instanceId || link.revokedAt != null) return;
      await engine.update(actor, 'sessionLinks', linkId, { revokedAt: clock.instant() }, { tx, command: true });
    });
  }

  async #read(db: Db, instanceId: number): Promise<SessionLink[]> {
    const rows = await db
      .selectFrom('sessionLinks as l')
      .leftJoin('users as u', 'u.id', 'l.createdById')
      .select(['l.id', 'l.label', 'l.expiresAt', 'l.revokedAt', 'l.createdAt', 'u.displayName as createdBy'])
      .where('l.instanceId', '=', instanceId)
      .orderBy('l.id', 'desc')
      .execute();
    const now = this.#services.clock.now();
    return rows.map((row) => ({
      ...row,
      address: `/signup/details/${instanceId}?link=${this.#tokens.sign([instanceId, row.id])}`,
      works: row.revokedAt === null && (row.expiresAt === null || Date.parse(row.expiresAt) > now),
    }));
  }
}

function requireMaker(actor: Actor): void {
  if (!isCapable(actor, 'scheduleEvents'))
    throw problem(403, 'events.links', 'Not allowed', 'Only staff who schedule events can create links to a session.');
}
