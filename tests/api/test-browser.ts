import type { FastifyInstance } from 'fastify';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Calls with the cookies that a browser would have stored. */
export class TestBrowser {
  readonly cookies = new Map<string, string>();
  readonly #app: FastifyInstance;

  /** `cookie`: what it has from the start, as a header. */
  constructor(app: FastifyInstance, cookie = '') {
    this.#app = app;
    for (const pair of cookie.split('; ').filter(Boolean)) {
      const [name = '', value = ''] = pair.split('=', 2);
      this.cookies.set(name, value);
    }
  }

  get cookie(): string {
    return [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  }

  async call(method: Method, url: string, payload?: object) {
    const headers = { cookie: this.cookie };
    const answer = await this.#app.inject({ method, url, headers, ...(payload ? { payload } : {}) });
    for (const { name, value } of answer.cookies)
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    return answer;
  }
}
