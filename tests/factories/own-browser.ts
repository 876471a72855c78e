import type { FastifyInstance, InjectOptions, LightMyRequestResponse } from 'fastify';

/** What of a browser matters to a login: cookies, which it keeps and sends as the server sets them. */
export class OwnBrowser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;

  constructor(app: FastifyInstance) {
    this.#app = app;
  }

  async send(options: InjectOptions): Promise<LightMyRequestResponse> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await this.#app.inject({ ...options, headers: { cookie, ...options.headers } });
    for (const { name, value, maxAge } of answer.cookies) {
      if (value === '' || maxAge === 0) this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return answer;
  }

  get(url: string, headers: Record<string, string> = {}): Promise<LightMyRequestResponse> {
    return this.send({ method: 'GET', url, headers });
  }
}

/** The address that an answer leads to. */
export function leadsTo({ headers }: { headers: Record<string, unknown> }): string {
  return String(headers.location ?? '');
}
