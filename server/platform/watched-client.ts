import pg from 'pg';
import type { SilentConnections } from './silent-connections.ts';

type Callback = (error: Error | undefined, result: unknown) => void;
type Send = (...args: unknown[]) => unknown;

/** For the pool of a library: its statements are watched, so that dropped connections are abandoned. */
export function watchedClient(watcher: SilentConnections): typeof pg.Client {
  return class extends pg.Client {
    constructor(config?: string | pg.ClientConfig) {
      super(config);
      const send = this.query.bind(this) as Send;
      this.query = ((...args: unknown[]) => this.#watched(send, args)) as typeof this.query;
    }

    #watched(send: Send, args: unknown[]): unknown {
      const done = watcher.watch(this);
      const ended = (error: unknown): void => done(error == null || error instanceof pg.DatabaseError);
      const callback = args.at(-1);
      if (typeof callback === 'function')
        return send(...args.slice(0, -1), (error: Error | undefined, result: unknown) => {
          ended(error);
          (callback as Callback)(error, result);
        });
      const sent = send(...args);
      Promise.resolve(sent).then(() => ended(null), ended);
      return sent;
    }
  };
}
