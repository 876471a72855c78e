import { tooMany } from '../../platform/problem.ts';

const MOST_WAITING = 20;

/** Work that is done one after another, because each takes much memory. Who would wait for too many others is refused. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();
  #waiting = 0;

  async take<T>(work: () => Promise<T>): Promise<T> {
    if (this.#waiting >= MOST_WAITING) {
      throw tooMany(
        'images.busy',
        'Too many pictures',
        'Many pictures are being taken in at the moment. Please try again in a minute.',
        30,
      );
    }
    this.#waiting += 1;
    const turn = this.#last.then(work);
    this.#last = turn
      .catch(() => undefined)
      .finally(() => {
        this.#waiting -= 1;
      });
    return turn;
  }
}
