import { Worker } from 'node:worker_threads';

/**
 * Pure functions that could block the event loop, run in another thread. Arguments and results are copied, so few large
 * values are best.
 */
export interface OffLoopTask {
  module: string;
  name: string;
}

interface Waiting {
  resolve: (value: unknown) => void;
  reject: (error: Error) => void;
}

/** Milliseconds without a call after which the thread, which takes memory, ends. */
const IDLE = 20_000;
/** Milliseconds after which a call is given up, with those queued behind it. */
const LONGEST = 60_000;

let worker: Worker | null = null;
let nextId = 1;
const waiting = new Map<number, Waiting>();
let timer: NodeJS.Timeout | undefined;

/** The result of the function. Rejects with what it throws, by message alone. */
export function runOffLoop(task: OffLoopTask, args: readonly unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const id = nextId++;
    waiting.set(id, { resolve, reject });
    const thread = (worker ??= start());
    thread.ref();
    thread.postMessage({ id, task, args });
    watch();
  });
}

function start(): Worker {
  const thread = new Worker(new URL('off-loop-thread.ts', import.meta.url));
  thread.on('message', ({ id, value, error }: { id: number; value?: unknown; error?: string }) => {
    const call = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) call?.resolve(value);
    else call?.reject(new Error(error));
    if (waiting.size === 0) thread.unref();
    watch();
  });
  thread.on('error', (error) => end(thread, error instanceof Error ? error : new Error(String(error))));
  return thread;
}

function watch(): void {
  clearTimeout(timer);
  const given = waiting.size === 0 ? IDLE : LONGEST;
  timer = setTimeout(() => {
    if (worker !== null) end(worker, new Error('The work took too long'));
  }, given);
  timer.unref();
}

function end(thread: Worker, reason: Error): void {
  if (worker === thread) worker = null;
  void thread.terminate();
  for (const { reject } of waiting.values()) reject(reason);
  waiting.clear();
}
