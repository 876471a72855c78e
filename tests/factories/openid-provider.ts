import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider, { type Configuration } from 'oidc-provider';

/** A real provider (oidc-provider) on a port of its own, with its own pages for login and consent. */
export interface RunningProvider {
  issuer: string;
  /** Begins to answer. Separate, because its clients need to know the address of the portal, which needs to know the issuer. */
  open(configuration: Configuration): Provider;
  /** From now on every answer is an error of the server; returns what ends that. */
  interrupt(): () => void;
  close(): Promise<void>;
}

export async function startProvider(): Promise<RunningProvider> {
  const failing: RequestListener = (_request, response) => response.writeHead(503).end();
  let answer = failing;
  const server = createServer((request, response) => answer(request, response));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    issuer,
    open: (configuration) => {
      const provider = new Provider(issuer, {
        cookies: { keys: ['a key for tests'] },
        // Its own way refuses addresses of this machine.
        fetch: (url, options) => fetch(url, { ...options, dispatcher: undefined } as RequestInit),
        ...configuration,
      });
      const callback = provider.callback();
      answer = (request, response) => void callback(request, response);
      return provider;
    },
    interrupt: () => {
      const usual = answer;
      answer = failing;
      return () => {
        answer = usual;
      };
    },
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}

/** A browser at the provider: follows its pages, fills in its forms. Stops at the first address of another origin, and returns it. */
export async function passThrough(
  issuer: string,
  start: string,
  login: string,
  jar = new Map<string, string>(),
): Promise<string> {
  let url = start;
  let form: URLSearchParams | null = null;
  for (let step = 0; step < 20; step += 1) {
    if (new URL(url).origin !== issuer) return url;
    const response: Response = await fetch(url, {
      redirect: 'manual',
      headers: { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') },
      ...(form === null ? {} : { method: 'POST', body: form }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [pair = ''] = cookie.split(';');
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1));
    }
    const next: string | null = response.headers.get('location');
    if (next !== null) {
      url = new URL(next, url).href;
      form = null;
      continue;
    }
    const page = await response.text();
    const action: string | undefined = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
    if (action === undefined) throw new Error(`${response.status} ${page}`);
    url = new URL(action, url).href;
    form = new URLSearchParams(
      [...page.matchAll(/name="(\w+)"[^>]*value="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
    );
    if (page.includes('name="logout"')) form.set('logout', 'yes');
    if (page.includes('name="login"')) {
      form.set('login', login);
      form.set('password', 'any');
    }
  }
  throw new Error(`The provider leads around in circles, last to ${url}.`);
}
