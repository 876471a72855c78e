export type Outcome<Value = unknown> = { value: Value } | { error: unknown };

interface Waiting<Task> {
  task: Task;
  resolve: (value: unknown) => void;
  reject: (error: unknown) => void;
}

type Run<Key, Task> = (key: Key, take: () => readonly Task[]) => Promise<readonly Outcome[]>;

/**
 * Runs tasks of a key in batches, one batch at a time, in order: those that arrived since a batch was taken form the
 * next one. Remembers nothing about a key without a task.
 */
export class Batches<Key, Task> {
  readonly #run: Run<Key, Task>;
  readonly #most: number;
  readonly #maxQueued: number;
  readonly #refusal: () => Error;
  /** By key with a running batch. */
  readonly #waiting = new Map<Key, Waiting<Task>[]>();

  /**
   * `run` takes at most `most` tasks when it is ready for them (the same ones if called again), and returns the
   * outcomes of the first of them, at least one, or fails for all of them. Those without an outcome are first in the
   * next batch. With `maxQueued` tasks of a key waiting, further ones are refused with the error from `refusal`.
   */
  constructor(run: Run<Key, Task>, most: number, maxQueued: number, refusal: () => Error) {
    this.#run = run;
    this.#most = most;
    this.#maxQueued = maxQueued;
    this.#refusal = refusal;
  }

  run(key: Key, task: Task): Promise<unknown> {
    const queue = this.#waiting.get(key);
    if (queue !== undefined && queue.length >= this.#maxQueued) return Promise.reject(this.#refusal());
    const { promise, resolve, reject } = Promise.withResolvers<unknown>();
    const waiting = { task, resolve, reject };
    if (queue === undefined) {
      this.#waiting.set(key, [waiting]);
      void this.#work(key);
    } else queue.push(waiting);
    return promise;
  }

  async #work(key: Key): Promise<void> {
    for (;;) {
      const queue = this.#waiting.get(key) ?? [];
      if (queue.length === 0) break;
      let taken: Waiting<Task>[] | null = null;
      const take = (): Waiting<Task>[] => (taken ??= queue.splice(0, this.#most));
      try {
        const outcomes = await this.#run(key, () => take().map(({ task }) => task));
        if (outcomes.length === 0) throw new Error('The tasks of a batch have no outcome.');
        const waiting = take();
        queue.unshift(...waiting.slice(outcomes.length));
        for (const [index, outcome] of outcomes.entries())
          if ('error' in outcome) waiting[index]?.reject(outcome.error);
          else waiting[index]?.resolve(outcome.value);
      } catch (error) {
        for (const { reject } of take()) reject(error);
      }
    }
    this.#waiting.delete(key);
  }
}
