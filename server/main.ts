import { join } from 'node:path';

const LOADER = join(import.meta.dirname, '..', 'scripts', 'compacted-sources.mjs');
/**
 * --expose-gc: start-server.ts returns the memory that only the start needed. Heap growing: garbage is collected when the heap has grown
 * by half, not fourfold. No pretenuring: V8 would sometimes allocate what belongs to a request as long-lived, and all that it refers to
 * would stay until the next full collection.
 */
const V8_FLAGS = [
  '--max-semi-space-size=4',
  '--heap-growing-percent=50',
  '--no-allocation-site-pretenuring',
  '--expose-gc',
];
const FLAGS = [...V8_FLAGS, '--import', LOADER];
/** Memory that the start or a load took goes back to the system, V8's zones of 32 KiB too, and little of it is held per thread. */
const MALLOC = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '32768' };

// However it was started, the server runs with these. The process keeps its id; one that was forked has the flags of its parent, or a
// channel to it that would be closed.
if (!process.execArgv.includes(LOADER) && process.send === undefined && process.execve !== undefined) {
  const args = [process.execPath, ...process.execArgv, ...FLAGS, ...process.argv.slice(1)];
  process.execve(process.execPath, args, { ...MALLOC, ...process.env });
}
await import('./start-server.ts');
