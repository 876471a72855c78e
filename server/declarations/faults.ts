export interface Fault {
  file: string;
  pointer: string;
  message: string;
}

/** Its message lists every fault. */
export class DeclarationFaults extends Error {
  readonly faults: Fault[];
  constructor(faults: Fault[]) {
    const lines = faults.map(
      ({ file, pointer, message }) => `  ${file}${pointer === '' ? '' : `#${pointer}`}: ${message}`,
    );
    super(`${faults.length === 1 ? 'One fault' : `${faults.length} faults`} in the declarations:\n${lines.join('\n')}`);
    this.name = 'DeclarationFaults';
    this.faults = faults;
  }
}

/** Reports a fault of one file, with the pointer as steps: ['properties', 'name', 'type']. */
export type Report = (steps: (string | number)[], message: string) => void;

/** Collects the faults of `file` into `faults`. */
export function reporter(faults: Fault[], file: string): Report {
  return (steps, message) => {
    const pointer = steps.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
    if (!faults.some((fault) => fault.file === file && fault.pointer === pointer && fault.message === message)) {
      faults.push({ file, pointer, message });
    }
  };
}

/** " Did you mean x?" when a known name is close to `given`, else ''. */
export function didYouMean(given: string, known: Iterable<string>): string {
  let best: { name: string; distance: number } | undefined;
  for (const name of known) {
    const distance = editDistance(given.toLowerCase(), name.toLowerCase());
    if (distance < (best?.distance ?? Math.max(2, Math.ceil(given.length / 3)) + 1)) best = { name, distance };
  }
  return best && best.name !== given ? `. Did you mean "${best.name}"?` : '';
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
