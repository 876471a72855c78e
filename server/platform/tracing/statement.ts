const MOST_TEXT = 2_000;
const COMMENT = /^(?:\s*\/\*.*?\*\/)*\s*/s;
const TABLE = /\b(?:from|into|update|join|table)\s+(?:only\s+)?"?([a-z_][a-z0-9_.]*)/i;

export function statementName(text: string): string {
  const bare = text.replace(COMMENT, '');
  const verb = /^[a-z]+/i.exec(bare)?.[0].toUpperCase() ?? 'STATEMENT';
  const table = TABLE.exec(bare)?.[1];
  return table === undefined ? verb : `${verb} ${table}`;
}

/** Statements without literals; parameters are not part of them anyway. */
export function withoutLiterals(text: string): string {
  const bare = text.replace(COMMENT, '').replace(/'(?:[^']|'')*'/g, `'?'`);
  return bare.length > MOST_TEXT ? `${bare.slice(0, MOST_TEXT)} ...` : bare;
}
