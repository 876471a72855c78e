import { totpCode, timeStep } from '../../server/features/accounts/totp.ts';
import type { Clock } from '../../server/platform/clock.ts';

const SIGNS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app does with the secret that it is given. */
export class Authenticator {
  readonly #secret: Buffer;
  readonly #clock: Clock;

  constructor(secret: string, clock: Clock) {
    const bits = [...secret].map((sign) => SIGNS.indexOf(sign).toString(2).padStart(5, '0')).join('');
    this.#secret = Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
    this.#clock = clock;
  }

  /** The code of the current step, or of one so many steps later. */
  code(later = 0): string {
    return totpCode(this.#secret, timeStep(this.#clock.now()) + later);
  }

  /** Waits for the next code. */
  nextCode(): string {
    this.#clock.moveTo(new Date((timeStep(this.#clock.now()) + 1) * 30_000).toISOString());
    return this.code();
  }

  wrongCode(): string {
    const right = [-1, 0, 1, 2].map((later) => this.code(later));
    return ['000000', '111111', '222222', '333333', '444444'].find((code) => !right.includes(code))!;
  }
}
