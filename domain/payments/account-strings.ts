import type { Rows } from '../generated/tables.ts';

export type AccountCheck = Rows['departmentRules']['accountCheck'];

const CLASSES: Readonly<Record<string, RegExp>> = { '#': /^[0-9]$/, A: /^[A-Z]$/, '*': /^[0-9A-Z]$/ };

/** Without spaces, in capitals: as it is stored and compared. */
export function normalizedAccount(given: string): string {
  return given.replaceAll(/\s/g, '').toUpperCase();
}

/** What is wrong with an account string; null: nothing. `format`: # is a digit, A a letter, * either. */
export function accountFault(account: string, format: string, check: AccountCheck): string | null {
  const fits =
    account.length === format.length &&
    [...format].every((one, index) => {
      const character = account[index] ?? '';
      return CLASSES[one]?.test(character) ?? character === one.toUpperCase();
    });
  if (!fits) return `Enter the account as ${format} (# is a digit, A a letter, * either)`;
  return CHECKS[check](account.replaceAll(/[^0-9A-Z]/g, ''))
    ? null
    : 'The check digit does not match: check the account';
}

const CHECKS: Readonly<Record<AccountCheck, (characters: string) => boolean>> = {
  none: () => true,
  luhn: (characters) => luhnSum(characters.replaceAll(/\D/g, '')) % 10 === 0,
  mod97: (characters) => mod97(characters) === 1,
};

/** ISO/IEC 7812-1: every second digit from the right counts twice. */
function luhnSum(digits: string): number {
  return [...digits].toReversed().reduce((sum, digit, index) => {
    const value = Number(digit) * (index % 2 === 0 ? 1 : 2);
    return sum + (value > 9 ? value - 9 : value);
  }, 0);
}

/** ISO/IEC 7064 MOD 97-10: letters count as 10 to 35. */
function mod97(characters: string): number {
  const digits = [...characters].map((character) => String(Number.parseInt(character, 36))).join('');
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0);
}
