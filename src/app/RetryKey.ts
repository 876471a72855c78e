import { randomId } from '../ui/browserApis.ts';

/**
 * The Idempotency-Key of one form: what is sent again unchanged, because its answer was lost, is the same call to the server. Once it
 * has succeeded, the next one is another.
 */
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
