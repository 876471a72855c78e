import { connect, type Socket } from 'node:net';
import type * as Tls from 'node:tls';
import type { Client, Entry, Filter, SearchOptions } from 'ldapts';
import type { LdapServer } from './settings.ts';
import { ldapts, tls } from '../../platform/lazy-packages.ts';

/** Milliseconds. */
const CONNECT_TIME = 3_000;
const OPERATION_TIME = 5_000;
const PAGE = 200;
const MEGABYTE = 1024 * 1024;
/** Bytes of one answer. A page of people with all their groups takes a few MB. */
const MOST_BYTES = 64 * MEGABYTE;
const LOOK_AGAIN = 50;

export interface Question {
  filter: Filter;
  attributes: string[];
  scope?: 'base' | 'sub';
  /** Read as bytes. */
  binary?: string[];
  /** At most this many entries; without, all of them, in pages. */
  limit?: number;
  /** Upper bound: more entries throw. */
  most?: number;
}

/** A server took too long or sent too much; `message` names the step. */
export class TooSlow extends Error {}

/**
 * One connection to one server, bound once and never reopened: the client would reopen it after a cut without the bind,
 * and everything that an anonymous search does not see would look deleted.
 */
export class LdapConnection {
  readonly #client: Client;
  readonly #sockets: Socket[] = [];
  readonly #server: LdapServer;
  readonly #mostBytes: number;

  /** `mostBytes`: upper bound of one answer in bytes. */
  constructor(server: LdapServer, mostBytes = MOST_BYTES) {
    this.#server = server;
    this.#mostBytes = mostBytes;
    const { host, security, ca, url } = server;
    const once = (open: () => Socket): Socket => {
      if (this.#sockets.length > 0) throw new Error('The server has closed the connection.');
      const socket = open();
      this.#sockets.push(socket);
      return socket;
    };
    this.#client = new (ldapts().Client)({
      url,
      connectTimeout: CONNECT_TIME,
      timeout: OPERATION_TIME,
      ...(security === 'ldaps' ? { tlsOptions: tlsOptions(host, ca) } : {}),
      createConnection: ((port: number, name: string) => once(() => connect(port, name))) as typeof connect,
      ...(security === 'ldaps'
        ? {
            createSecureConnection: ((port: number, name: string, options: Tls.ConnectionOptions) =>
              once(() => tls().connect(port, name, options))) as typeof Tls.connect,
          }
        : {}),
    });
  }

  /** Connects, secures the connection as configured, and binds, anonymously for an empty name. */
  async bind(dn: string, password: string, step: (name: 'connect' | 'bind') => void = () => undefined): Promise<void> {
    step('connect');
    if (this.#server.security === 'starttls')
      await this.#within(CONNECT_TIME + OPERATION_TIME, 'to secure the connection', () =>
        this.#client.startTLS(tlsOptions(this.#server.host, this.#server.ca)),
      );
    step('bind');
    await this.#within(CONNECT_TIME + OPERATION_TIME, 'to log in', () => this.#client.bind(dn, password));
  }

  /** Referrals are not followed. Throws when the connection is lost, also if it could be reopened. */
  async search(base: string, { limit, most = Infinity, ...search }: Question): Promise<Entry[]> {
    const { filter, attributes, scope = 'sub', binary = [] } = search;
    if (!this.#client.isBound) throw new Error('The server has closed the connection.');
    const options: SearchOptions = {
      scope,
      filter,
      attributes,
      explicitBufferAttributes: binary,
      timeLimit: OPERATION_TIME / 1000,
      derefAliases: 'never',
      ...(limit === undefined ? { paged: { pageSize: PAGE } } : { sizeLimit: limit }),
    };
    const entries =
      limit === undefined
        ? await this.#within(12 * OPERATION_TIME, 'to search', () => this.#pages(base, options, most))
        : await this.#within(OPERATION_TIME, 'to search', async () => {
            const { searchEntries } = await this.#client.search(base, options);
            return searchEntries;
          });
    if (!this.#client.isBound) throw new Error('The server has closed the connection.');
    return entries;
  }

  async #pages(base: string, options: SearchOptions, most: number): Promise<Entry[]> {
    const entries: Entry[] = [];
    for await (const { searchEntries } of this.#client.searchPaginated(base, options)) {
      entries.push(...searchEntries);
      if (entries.length > most) throw new Error(`There are more than ${most} entries.`);
    }
    return entries;
  }

  /** Does not wait for the server. */
  close(): void {
    this.#client.unbind().catch(() => undefined);
    for (const socket of this.#sockets) socket.destroySoon();
  }

  /** Some operations never settle: an unanswered handshake, or an endless answer. */
  async #within<T>(milliseconds: number, what: string, work: () => Promise<T>): Promise<T> {
    let timer: NodeJS.Timeout | undefined;
    let watch: NodeJS.Timeout | undefined;
    const before = this.#bytesRead();
    const given = new Promise<never>((_resolve, reject) => {
      const giveUp = (why: string): void => {
        for (const socket of this.#sockets) socket.destroy();
        reject(new TooSlow(why));
      };
      timer = setTimeout(() => giveUp(`The server took too long ${what}.`), milliseconds);
      watch = setInterval(() => {
        if (this.#bytesRead() - before > this.#mostBytes)
          giveUp(`The server answers with more than ${this.#mostBytes / MEGABYTE} MB.`);
      }, LOOK_AGAIN);
    });
    try {
      return await Promise.race([work(), given]);
    } finally {
      clearTimeout(timer);
      clearInterval(watch);
    }
  }

  #bytesRead(): number {
    return this.#sockets.reduce((sum, { bytesRead }) => sum + bytesRead, 0);
  }
}

function tlsOptions(host: string, ca: string | null): Tls.ConnectionOptions {
  // The name of a server is not checked against an address.
  const named = /^[\d.]+$|:/.test(host) ? {} : { servername: host };
  return { host, ...named, ...(ca === null ? {} : { ca }) };
}
