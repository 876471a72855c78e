/**
 * The longest time in milliseconds for which `work` keeps the event loop from serving others: the processor time that this thread
 * spends between two turns of the loop, so that neither a busy machine nor other threads count. Prepare the input outside of it.
 */
export async function longestBlock(work: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  let last = process.threadCpuUsage();
  const turn = (): void => {
    const { user, system } = process.threadCpuUsage(last);
    longest = Math.max(longest, (user + system) / 1000);
    last = process.threadCpuUsage();
    if (!isOver) setImmediate(turn);
  };
  const measured = new Promise<void>((resolve) =>
    setImmediate(() => {
      last = process.threadCpuUsage();
      setImmediate(turn);
      resolve();
    }),
  );
  await measured;
  try {
    await work();
  } finally {
    isOver = true;
  }
  // The turn that ended with the work counts as well.
  await new Promise((resolve) => setImmediate(resolve));
  return longest;
}

/** The bar of docs: no request blocks the loop for longer, in milliseconds. */
export const LONGEST_BLOCK = 50;
