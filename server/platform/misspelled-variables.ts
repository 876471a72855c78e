/** Shorter names resemble many of other programs: PATH differs from PORT by two letters. */
const SHORTEST = 7;
const SHORTEST_FOR_TWO = 10;

/**
 * One sentence for each unknown variable whose name resembles a known one. It would be a setting that is silently
 * ignored; other unknown names belong to other programs.
 */
export function misspelledVariables(given: readonly string[], known: readonly string[]): string[] {
  const settings = new Set(known);
  return given.flatMap((name) => {
    if (settings.has(name) || !/^[A-Za-z0-9_]+$/.test(name)) return [];
    const meant = known.find((setting) => isMisspelled(name.toUpperCase(), setting));
    if (meant === undefined) return [];
    return `${name} is not a setting. Did you mean ${meant}? If it belongs to another program, start Atrium without it.`;
  });
}

function isMisspelled(name: string, setting: string): boolean {
  if (name.replaceAll('_', '') === setting.replaceAll('_', '')) return true;
  if (setting.length < SHORTEST) return isSwapped(name, setting);
  return editDistance(name, setting) <= (setting.length < SHORTEST_FOR_TWO ? 1 : 2);
}

/** Whether two neighboring letters are swapped: HSOT for HOST. */
function isSwapped(name: string, setting: string): boolean {
  return (
    name.length === setting.length &&
    name !== setting &&
    editDistance(name, setting) === 1 &&
    sorted(name) === sorted(setting)
  );
}

function sorted(text: string): string {
  return [...text].toSorted().join('');
}

/** Letters to add, remove, replace or swap with their neighbor (optimal string alignment). */
function editDistance(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, index) => index)];
  const at = (i: number, j: number): number => rows[i]?.[j] ?? Infinity;
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    rows.push(row);
    for (let j = 1; j <= b.length; j += 1) {
      const change = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const isSwap = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row.push(Math.min(change, at(i - 1, j) + 1, at(i, j - 1) + 1, isSwap ? at(i - 2, j - 2) + 1 : Infinity));
    }
  }
  return at(a.length, b.length);
}
