import { parentPort } from 'node:worker_threads';
import type { OffLoopTask } from './off-loop.ts';

/** The thread of off-loop.ts. */
parentPort?.on('message', ({ id, task, args }: { id: number; task: OffLoopTask; args: unknown[] }) => {
  answer(task, args)
    .then((value) => parentPort?.postMessage({ id, value }))
    .catch((error: unknown) =>
      parentPort?.postMessage({ id, error: error instanceof Error ? error.message : String(error) }),
    );
});

async function answer({ module, name }: OffLoopTask, args: unknown[]): Promise<unknown> {
  const exported = (await import(module)) as Record<string, (...given: unknown[]) => unknown>;
  const work = exported[name];
  if (work === undefined) throw new Error(`${module} exports no ${name}`);
  return work(...args);
}
