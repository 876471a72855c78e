/** What one batch of reads (POST /api/batch) may hold. */
export const MOST_READS = 50;
export const LONGEST_READ = 8192;

/** How one read of a batch was answered: as its own route answers it. */
export interface BatchAnswer {
  status: number;
  headers: Record<string, string>;
  /** Null where the answer has none. */
  body: unknown;
}

/** A read that must be requested alone: its answer is not JSON (406) or too large (413). */
export const READ_ALONE: readonly number[] = [406, 413];

/**
 * The text of a batch's answers, one per line, so that a reader need not wait for the last one. The whole is a JSON array.
 */
export function batchLine(answer: BatchAnswer, index: number, count: number): string {
  return `${index === 0 ? '[' : ''}${JSON.stringify(answer)}${index === count - 1 ? ']' : ',\n'}`;
}

export function readBatchLine(line: string): BatchAnswer {
  return JSON.parse(line.replace(/^\[/, '').replace(/[\],]$/, '')) as BatchAnswer;
}
