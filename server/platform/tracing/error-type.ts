/** The error's code, or its class. Its message may hold values. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'other';
  const code = 'code' in error ? String(error.code) : '';
  return /^[\w.-]{1,60}$/.test(code) ? code : error.name.slice(0, 60);
}
