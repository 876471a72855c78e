/** Works on one after the other. One that fails does not keep the others from it; at the end it throws all failures, for a job to be retried. */
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
