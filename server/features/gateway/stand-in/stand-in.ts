import { once } from 'node:events';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { http } from '../../../platform/lazy-packages.ts';
import { Account } from './account.ts';
import { Checkout, type Choice, type PageAddress } from './checkout.ts';
import { checkoutPage, endedPage } from './page.ts';
import { Repeats, type WireAnswer } from './repeats.ts';
import { answerRequest } from './routes.ts';
import { Webhook } from './webhook.ts';
import { readForm, WireError, type Fields } from './wire.ts';

export interface StandInOptions {
  secretKey: string;
  webhookSecret: string;
  now: () => number;
  /** Where its objects are kept. Default: nowhere. */
  file?: string;
  /** The page of a session, if people do not see this server. */
  pageAddress?: PageAddress;
}

/** For tests: how many of the next requests that change something have this fault. */
export interface Faults {
  /** The connection ends instead of an answer, after the effect. */
  lostAnswers: number;
  /** 500 instead of an answer, after the effect. */
  errorsAfterEffect: number;
  /** Answers wait for this, after the effect. */
  wait: Promise<void> | null;
}

const CHOICES: readonly string[] = ['pay', 'decline', 'later', 'dispute'];
const MOST_BYTES = 100_000;
const TICK_MS = 5_000;

/**
 * A server that speaks Stripe's wire format and charges no one: for the demonstration, and for tests with faults. The portal talks to it with
 * the code that talks to Stripe.
 */
export class StandIn {
  readonly account: Account;
  readonly checkout: Checkout;
  readonly webhook: Webhook;
  readonly faults: Faults = { lostAnswers: 0, errorsAfterEffect: 0, wait: null };
  readonly #repeats = new Repeats();
  readonly #server: Server;
  readonly #secretKey: string;
  readonly #timer: NodeJS.Timeout;

  constructor({ secretKey, webhookSecret, now, file, pageAddress }: StandInOptions) {
    this.#secretKey = secretKey;
    this.webhook = new Webhook(webhookSecret, now);
    this.account = new Account(now, file ?? null, (event) => this.webhook.emit(event));
    this.checkout = new Checkout(this.account, pageAddress ?? (({ id }) => `${this.url}/c/pay/${id}`));
    this.#server = http.createServer((request, response) => {
      this.#answer(request, response).catch(() => response.destroy());
    });
    this.#timer = setInterval(() => this.checkout.tick(), TICK_MS).unref();
  }

  /** Listens on a port of this machine that is free. */
  async open(): Promise<void> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    this.webhook.close();
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '/', 'http://stand-in');
    const [, pageId] = /^\/c\/pay\/(\w+)$/.exec(pathname) ?? [];
    const body = await readBody(request);
    if (pageId !== undefined) {
      this.#answerPage(response, pageId, request.method === 'POST' ? readForm(body) : null);
      return;
    }
    const method = request.method ?? 'GET';
    const path = pathname.replace(/^\/v1\//, '');
    const form = readForm(method === 'POST' ? body : search);
    const key = method === 'POST' ? request.headers['idempotency-key'] : undefined;
    const { answer, isRepeat } = this.#run(request, { method, path, form }, String(key ?? ''));
    await this.#send(response, answer, { isWrite: method === 'POST', isRepeat, key: String(key ?? '') });
  }

  #run(
    request: IncomingMessage,
    wanted: { method: string; path: string; form: Fields },
    key: string,
  ): { answer: WireAnswer; isRepeat: boolean } {
    try {
      if (request.headers.authorization !== `Bearer ${this.#secretKey}`)
        throw new WireError(401, 'Invalid API Key provided.', { type: 'invalid_request_error' });
      const stored = key === '' ? null : this.#repeats.begin(key, JSON.stringify([wanted.path, wanted.form]));
      if (stored) return { answer: stored, isRepeat: true };
    } catch (error) {
      return { answer: errorAnswer(error), isRepeat: false };
    }
    const answer = answered(() => answerRequest(this, wanted));
    if (key !== '' && this.faults.wait === null) this.#repeats.end(key, answer);
    return { answer, isRepeat: false };
  }

  async #send(
    response: ServerResponse,
    answer: WireAnswer,
    { isWrite, isRepeat, key }: { isWrite: boolean; isRepeat: boolean; key: string },
  ): Promise<void> {
    const { faults } = this;
    if (isWrite && !isRepeat && faults.wait !== null) {
      await faults.wait;
      if (key !== '') this.#repeats.end(key, answer);
    }
    if (isWrite && faults.lostAnswers > 0) {
      faults.lostAnswers -= 1;
      response.destroy();
      return;
    }
    const isError = isWrite && faults.errorsAfterEffect > 0;
    if (isError) faults.errorsAfterEffect -= 1;
    const { status, body } = isError ? errorAnswer(new Error('fault')) : answer;
    const replayed = isRepeat ? { 'idempotent-replayed': 'true' } : {};
    response.writeHead(status, { 'content-type': 'application/json', ...replayed }).end(body);
  }

  /** `form`: what the payer has chosen; null shows the page. */
  #answerPage(response: ServerResponse, id: string, form: Fields | null): void {
    const session = this.account.find('checkout.session', id);
    this.checkout.tick();
    if (!session) {
      response.writeHead(404, { 'content-type': 'text/plain' }).end('There is no such payment.');
      return;
    }
    const choice = form?.['choice'] ?? '';
    const target = this.#choose(id, choice);
    if (target !== null) {
      response.writeHead(303, { location: target }).end();
      return;
    }
    const page = session['status'] === 'open' ? checkoutPage(session, choice === 'decline') : endedPage(session);
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page);
  }

  /** Where the payer is sent. Null: they stay on the page. */
  #choose(id: string, choice: string): string | null {
    const session = this.checkout.read(id);
    if (choice === 'back') return String(session['cancel_url'] ?? session['success_url']);
    if (!CHOICES.includes(choice)) return null;
    const isChosen = this.checkout.choose(id, choice as Choice);
    return isChosen && choice !== 'decline' ? String(session['success_url']) : null;
  }
}

function answered(run: () => unknown): WireAnswer {
  try {
    return { status: 200, body: JSON.stringify(run()) };
  } catch (error) {
    return errorAnswer(error);
  }
}

function errorAnswer(error: unknown): WireAnswer {
  if (error instanceof WireError)
    return {
      status: error.status,
      body: JSON.stringify({ error: { message: error.message, ...error.details } }),
    };
  return { status: 500, body: JSON.stringify({ error: { type: 'api_error', message: 'Something went wrong.' } }) };
}

async function readBody(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) throw new Error('The request is too large.');
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
