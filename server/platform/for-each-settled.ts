/**
 * Processes items in order. A failure does not stop the others; at the end it throws all failures, so that a job is
 * retried.
 */
export async function forEachSettled<T>(items: Iterable<T>, work: (item: T) => Promise<unknown>): Promise<void> {
  const failed: Error[] = [];
  for (const item of items) {
    try {
      await work(item);
    } catch (error) {
      failed.push(error instanceof Error ? error : new Error(String(error)));
    }
  }
  if (failed.length > 0) throw new AggregateError(failed, failed.map(({ message }) => message).join(' '));
}
