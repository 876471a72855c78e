import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import type { ValidatorFunctions } from '@rjsf/validator-ajv8';
import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import type { Fault } from './validationMessages.ts';

/** RJSF's validator, and the raw check that our own messages derive from. */
export interface FormValidator {
  rjsf: ValidatorType;
  findFaults: (data: unknown) => Fault[];
}

/** Modules that Ajv's standalone code requires by name. Some bundlers wrap a CommonJS default export in a module; it expects that. */
const RUNTIME: Readonly<Record<string, unknown>> = {
  'ajv/dist/runtime/ucs2length': asModule(ucs2length),
  'ajv/dist/runtime/equal': asModule(equal),
};

function asModule(value: unknown): unknown {
  return typeof value === 'function' ? { default: value } : value;
}

function requireRuntime(name: string): unknown {
  const found = RUNTIME[name];
  if (found === undefined) throw new Error(`The validator needs ${name}, which the browser does not have`);
  return found;
}

const loads = new Map<string, Promise<ValidatorFunctions>>();

function loadFunctions(url: string): Promise<ValidatorFunctions> {
  const known = loads.get(url);
  if (known) return known;
  const load = import(/* @vite-ignore */ url).then(functionsOf);
  loads.set(url, load);
  load.catch(() => loads.delete(url));
  return load;
}

function functionsOf(module: { default?: unknown }): ValidatorFunctions {
  const make = module.default;
  if (typeof make !== 'function') throw new Error('The validator module exports no function');
  return (make as (require: typeof requireRuntime) => ValidatorFunctions)(requireRuntime);
}

/** Loads the compiled validator of `schema` from `url` (/api/validators/{hash}.js). */
export async function loadValidator(url: string, schema: object): Promise<FormValidator> {
  return validatorFrom(await loadFunctions(url), schema);
}

/** @throws Error when the functions were compiled for a different schema. */
export function validatorFrom(functions: ValidatorFunctions, schema: object): FormValidator {
  const root: RJSFSchema = schema;
  const rjsf = createPrecompiledValidator(functions, root);
  return { rjsf, findFaults: (data) => rjsf.rawValidation<Fault>(root, data).errors ?? [] };
}

/** For forms without a compiled validator: accepts everything and leaves validation to the server. */
export const acceptingValidator: FormValidator = {
  rjsf: {
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    isValid: () => true,
    rawValidation: () => ({ errors: [] }),
  },
  findFaults: () => [],
};
