/**
 * How to read the total of a list, in this header of its answer. Without the header the total in Content-Range is
 * exact. estimate: about that many, rounded to two digits. minimum: more than that many.
 */
export const ACCURACY_HEADER = 'Total-Accuracy';
/** The search text that was searched for instead, percent-encoded, where nothing has the words of the one that was sent. */
export const CORRECTED_HEADER = 'Search-Corrected';
export const ACCURACIES = ['estimate', 'minimum'] as const;
export type Accuracy = (typeof ACCURACIES)[number];

export function accuracyOf(headers: { get: (name: string) => string | null }): Accuracy | undefined {
  const given = headers.get(ACCURACY_HEADER);
  return ACCURACIES.find((one) => one === given);
}

/** "1,234", "about 17,000" or "more than 10,000" */
export function formatTotal(total: string, accuracy: Accuracy | undefined): string {
  return accuracy === undefined ? total : `${accuracy === 'estimate' ? 'about' : 'more than'} ${total}`;
}
