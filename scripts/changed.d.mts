/** Paths that differ from the commit `since` in the working tree. */
export function changedFiles(since: string): Promise<string[]>;
/** For each project the files whose tests are to run: null for all, [] for none. */
export function selectTests(
  changed: string[],
  tests?: string[],
): Promise<Record<'unit' | 'api' | 'build' | 'component' | 'e2e' | 'interop', string[] | null>>;
