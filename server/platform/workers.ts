import cluster, { type Worker } from 'node:cluster';
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';

export interface Workers {
  port: number;
  stop(): Promise<void>;
}

/** A worker's request, and its permission, to listen on the port. */
const LISTEN = 'atrium listen';

/**
 * Runs `count` copies of this process that share a port, and restarts those that die. Throws when one exits before it listens; it has
 * logged why. `freePort` is called before the first one listens.
 */
export async function startWorkers(
  count: number,
  env: Record<string, string>,
  freePort: () => Promise<void>,
): Promise<Workers> {
  cluster.on('message', (worker, message) => {
    if (message === LISTEN) void freePort().then(() => worker.isConnected() && worker.send(LISTEN));
  });
  let stopping = false;
  const stop = async (): Promise<void> => {
    stopping = true;
    await Promise.all(living().map(endWorker));
  };
  const ports = await Promise.all(Array.from({ length: count }, () => startWorker(env))).catch(async (error) => {
    await stop();
    throw error;
  });
  cluster.on('exit', (worker) => {
    if (stopping) return;
    console.error(`Process ${worker.process.pid} ended; starting another.`);
    void replaceWorker(env, () => stopping);
  });
  return { port: ports[0] ?? 0, stop };
}

/** Called by a worker before it listens. */
export async function permissionToListen(): Promise<void> {
  const granted = once(process, 'message');
  process.send?.(LISTEN);
  await granted;
}

async function replaceWorker(env: Record<string, string>, isStopping: () => boolean): Promise<void> {
  await wait(500);
  if (!isStopping()) await startWorker(env).catch((error: Error) => console.error(error.message));
}

function startWorker(env: Record<string, string>): Promise<number> {
  const worker = cluster.fork(env);
  return new Promise((resolve, reject) => {
    worker.once('listening', (address) => resolve(address.port));
    worker.once('exit', () => reject(new Error('A server process ended before it was ready.')));
  });
}

async function endWorker(worker: Worker): Promise<void> {
  const ended = once(worker, 'exit');
  worker.process.kill('SIGTERM');
  await ended;
}

function living(): Worker[] {
  return Object.values(cluster.workers ?? {})
    .filter((worker) => worker !== undefined)
    .filter((worker) => !worker.isDead());
}
