let missed = 0;

/** Prints a result: what was measured, the figure, its limit, and whether it is met. */
export function report(
  what: string,
  value: number,
  unit: string,
  bar: { atLeast: number } | { atMost: number },
  more = '',
): void {
  const holds = 'atLeast' in bar ? value >= bar.atLeast : value <= bar.atMost;
  if (!holds) missed += 1;
  const wanted = 'atLeast' in bar ? `at least ${bar.atLeast}` : `at most ${bar.atMost}`;
  console.log(
    `${holds ? 'ok    ' : 'MISSED'} ${what.padEnd(52)} ${format(value).padStart(8)} ${unit.padEnd(3)} bar: ${wanted}${more ? `   (${more})` : ''}`,
  );
}

/** Prints two figures for comparison without a limit, because their contexts differ. */
export function compare(what: string, { ours, stock }: { ours: number; stock: number }, unit: string): void {
  console.log(
    `       ${what.padEnd(52)} ours ${format(ours).padStart(6)} ${unit.padEnd(3)} stock ${format(stock).padStart(6)} ${unit}`,
  );
}

function format(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}

export function missedBars(): number {
  return missed;
}
