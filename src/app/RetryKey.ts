import { randomId } from '../ui/browserApis.ts';

/** The Idempotency-Key of a form: a repeated, unchanged request has the same key until it has succeeded. */
export class RetryKey {
  private sent = { body: '', key: '' };

  async send<Answer>(body: unknown, call: (key: string) => Promise<Answer>): Promise<Answer> {
    const text = JSON.stringify(body);
    if (this.sent.body !== text) this.sent = { body: text, key: randomId() };
    const answer = await call(this.sent.key);
    this.sent = { body: '', key: '' };
    return answer;
  }
}
