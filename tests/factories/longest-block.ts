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

/** The bar of docs: no request blocks the loop for longer, in milliseconds, on a machine that does `MEASURE` in `USUAL` milliseconds. */
const LONGEST_BLOCK = 50;
const USUAL = 5;
const MEASURE = JSON.stringify(
  Array.from({ length: 10_000 }, (_, index) => ({ name: `Name ${index}`, at: index * 7919 })),
);

/** The bar in milliseconds on this machine as it is now: never less than that of docs, more where a fixed piece of work takes longer. */
export function longestAllowed(): number {
  const taken = Array.from({ length: 5 }, () => {
    const before = process.threadCpuUsage();
    const rows = JSON.parse(MEASURE) as { name: string }[];
    for (const row of rows) row.name = row.name.replaceAll(/[aeiou]/g, '-');
    const { user, system } = process.threadCpuUsage(before);
    return (user + system) / 1000;
  });
  return LONGEST_BLOCK * Math.max(1, Math.min(...taken) / USUAL);
}
