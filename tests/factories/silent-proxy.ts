import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A TCP proxy before a database, whose connections can be made to fall silent without being closed, as by a firewall that forgets them. */
export interface SilentProxy {
  /** The database's address with the proxy in its place. */
  url: string;
  /** Silences the connections that are open; new ones work. Returns how many. */
  silence(): number;
  /** With true, new connections are accepted but never answered. */
  swallow(isOn: boolean): void;
  close(): Promise<void>;
}

export async function startSilentProxy(databaseUrl: string): Promise<SilentProxy> {
  // A socket's address has no host.
  const target = new URL(databaseUrl.replace('@/', '@localhost/'));
  const folder = target.searchParams.get('host');
  const port = Number(target.searchParams.get('port') ?? target.port);
  const pairs = new Set<[Socket, Socket]>();
  let swallows = false;
  const server = createServer((near) => {
    const far = folder === null ? connect(port, target.hostname) : connect(`${folder}/.s.PGSQL.${port}`);
    const pair: [Socket, Socket] = [near, far];
    pairs.add(pair);
    for (const socket of pair) socket.on('error', () => undefined);
    if (swallows) return void near.resume();
    near.pipe(far);
    far.pipe(near);
    near.on('close', () => far.destroy());
    far.on('close', () => near.destroy());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(target);
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as AddressInfo).port);
  return {
    url: url.href,
    silence() {
      for (const [near, far] of pairs) {
        near.unpipe(far);
        far.unpipe(near);
        near.removeAllListeners('close');
        far.removeAllListeners('close');
        near.resume();
        far.resume();
      }
      return pairs.size;
    },
    swallow: (isOn) => (swallows = isOn),
    async close() {
      for (const pair of pairs) for (const socket of pair) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
