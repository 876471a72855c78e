import { BrokenField, parseFormula, type PriceFields } from './price-formula.ts';
import { FormulaFault } from './price-tokens.ts';
import { UNSTORABLE, checkKeys, isObject, type Report } from './request-form-fault.ts';
import { FORM_LIMITS } from './request-form.ts';

/** Reports the faults of a form's price lines. */
export function checkPriceRules(rules: unknown, fields: PriceFields, report: Report): void {
  if (!Array.isArray(rules) || rules.length === 0) return report('/x-price', 'Must list price lines, or be left out');
  if (rules.length > FORM_LIMITS.priceLines)
    return report('/x-price', `A price has at most ${FORM_LIMITS.priceLines} lines`);
  rules.forEach((rule: unknown, index) => {
    const at = `/x-price/${index}`;
    if (!isObject(rule)) return report(at, 'A price line is an object');
    checkKeys(rule, ['label', 'amount'], at, report);
    const { label, amount } = rule;
    if (typeof label !== 'string' || label.trim() === '') report(`${at}/label`, 'Enter a label');
    else if (label.length > FORM_LIMITS.titleLength || UNSTORABLE.test(label))
      report(`${at}/label`, `At most ${FORM_LIMITS.titleLength} characters`);
    const fault = typeof amount === 'string' ? formulaFault(amount, fields) : 'Enter a formula';
    if (fault !== null) report(`${at}/amount`, fault);
  });
}

/** Why the formula cannot be used, with its position, or null. */
function formulaFault(amount: string, fields: PriceFields): string | null {
  try {
    parseFormula(amount, fields);
    return null;
  } catch (error) {
    if (error instanceof BrokenField) return null;
    if (error instanceof FormulaFault) return `Character ${error.at + 1}: ${error.message}`;
    throw error;
  }
}
