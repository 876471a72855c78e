import { createHash } from 'node:crypto';
import { WireError } from './wire.ts';

export interface WireAnswer {
  status: number;
  body: string;
}

/** Answers by idempotency key: a repeated request gets the first answer. */
export class Repeats {
  readonly #known = new Map<string, { hash: string; answer: WireAnswer | null }>();

  /** The stored answer; null for a new request, which is in progress from now on. */
  begin(key: string, request: string): WireAnswer | null {
    const hash = createHash('sha256').update(request).digest('hex');
    const known = this.#known.get(key);
    if (!known) {
      this.#known.set(key, { hash, answer: null });
      return null;
    }
    if (known.hash !== hash)
      throw new WireError(
        400,
        `Keys for idempotent requests can only be used with the same parameters they were first used with.`,
        { type: 'idempotency_error' },
      );
    if (known.answer === null)
      throw new WireError(409, 'There is currently another in-progress request using this Idempotent Key.', {
        type: 'invalid_request_error',
        code: 'idempotency_key_in_use',
      });
    return known.answer;
  }

  /** Refusals of wrong parameters are not stored. */
  end(key: string, answer: WireAnswer): void {
    const known = this.#known.get(key);
    if (answer.status >= 400 && answer.status < 500) this.#known.delete(key);
    else if (known) known.answer = answer;
  }
}
