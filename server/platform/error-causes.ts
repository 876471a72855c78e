/** The error's code, or its class. Its message may hold values. */
export function errorType(error: unknown): string {
  if (!(error instanceof Error)) return 'other';
  const code = 'code' in error ? String(error.code) : '';
  return /^[\w.-]{1,60}$/.test(code) ? code : error.name.slice(0, 60);
}

/** The error, the errors that it combines, and their causes. */
export function causesOf(error: unknown): (Error & { code?: unknown })[] {
  if (!(error instanceof Error)) return [];
  return [error, ...causesOf(error.cause), ...(error instanceof AggregateError ? error.errors.flatMap(causesOf) : [])];
}
