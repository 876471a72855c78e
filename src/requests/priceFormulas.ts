import { optionKey } from '../../domain/requests/price-formula.ts';
import { FormulaFault, splitFormula, type Token } from '../../domain/requests/price-tokens.ts';
import type { RequestField, RequestFormSchema } from '../../domain/requests/request-form.ts';

/** The fields to which the price lines refer, in page order. */
export function fieldsInPrice({ 'x-price': rules = [], 'x-order': order }: RequestFormSchema): string[] {
  const names = new Set(
    rules.flatMap(({ amount }) => tokensIn(amount).map(({ kind, text }) => kind === 'name' && text)),
  );
  return order.filter((name) => names.has(name));
}

/** What a button inserts for the field: its name, a condition, or a table of its options. */
export function formulaFor(
  name: string,
  { 'x-field': type, enum: options, 'x-other': hasOther }: RequestField,
): string {
  if (type === 'Boolean') return `if(${name}, 1, 0)`;
  if (!options) return name;
  const amounts = options.map((option) => `${optionKey(option)}: 0`);
  return `${name} { ${[...amounts, ...(hasOther ? ['else: 0'] : [])].join(', ')} }`;
}

export function renameFieldInPrice(schema: RequestFormSchema, from: string, to: string): RequestFormSchema {
  return rewritten(schema, (tokens) =>
    tokens.map(({ kind, text }, index) => {
      const isField =
        kind === 'name' && text === from && !isSign(tokens[index + 1], '(') && !isSign(tokens[index + 1], ':');
      return isField ? to : null;
    }),
  );
}

/** Renames an option of the field in its tables. */
export function renameOptionInPrice(
  schema: RequestFormSchema,
  name: string,
  { from, to }: { from: string; to: string },
): RequestFormSchema {
  return rewritten(schema, (tokens) => {
    const tables: (string | undefined)[] = [];
    return tokens.map((token, index) => {
      if (isSign(token, '{')) tables.push(tokens[index - 1]?.text);
      if (isSign(token, '}')) tables.pop();
      const isKey = token.kind !== 'sign' && token.text === from && isSign(tokens[index + 1], ':');
      return isKey && tables.at(-1) === name ? optionKey(to) : null;
    });
  });
}

function isSign(token: Token | undefined, sign: string): boolean {
  return token?.kind === 'sign' && token.text === sign;
}

function tokensIn(formula: string): Token[] {
  try {
    return splitFormula(formula);
  } catch (error) {
    if (error instanceof FormulaFault) return [];
    throw error;
  }
}

/** Replaces tokens in all formulas; null keeps one. */
function rewritten(schema: RequestFormSchema, replace: (tokens: Token[]) => (string | null)[]): RequestFormSchema {
  const { 'x-price': rules } = schema;
  if (!rules) return schema;
  const rewrite = (amount: string) => {
    const tokens = tokensIn(amount);
    return replace(tokens).reduceRight<string>((text, replacement, index) => {
      const token = tokens[index];
      if (replacement === null || !token) return text;
      const length = token.kind === 'key' ? token.text.length + 2 : token.text.length;
      return text.slice(0, token.at) + replacement + text.slice(token.at + length);
    }, amount);
  };
  return { ...schema, 'x-price': rules.map((rule) => ({ ...rule, amount: rewrite(rule.amount) })) };
}
