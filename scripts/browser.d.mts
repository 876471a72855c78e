/** The path of a Chromium that runs, or null. */
export function findBrowser(): Promise<string | null>;
