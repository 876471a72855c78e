import createPrecompiledValidator from '@rjsf/validator-ajv8/lib/createPrecompiledValidator.js';
import type { ValidatorFunctions } from '@rjsf/validator-ajv8';
import type { RJSFSchema, ValidatorType } from '@rjsf/utils';
import equal from 'ajv/dist/runtime/equal.js';
import ucs2length from 'ajv/dist/runtime/ucs2length.js';
import type { Fault } from './validationMessages.ts';

/** RJSF's validator type, and the plain check of the data that our own messages are made from. */
export interface FormValidator {
  rjsf: ValidatorType;
  faultsOf: (data: unknown) => Fault[];
}

/**
 * The modules that Ajv's standalone code asks for by name; formats stand in the code itself. CommonJS modules with one
 * default export arrive either as the export or as the module that holds it, as the bundler sees fit; the code wants the
 * module.
 */
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

/** Loads the validator that the server compiled for `schema` from `url` (/api/validators/{hash}.js). */
export async function loadValidator(url: string, schema: object): Promise<FormValidator> {
  return validatorFrom(await loadFunctions(url), schema);
}

/** @throws Error when the functions were compiled for another schema. */
export function validatorFrom(functions: ValidatorFunctions, schema: object): FormValidator {
  const root: RJSFSchema = schema;
  const rjsf = createPrecompiledValidator(functions, root);
  return { rjsf, faultsOf: (data) => rjsf.rawValidation<Fault>(root, data).errors ?? [] };
}

/** For a form without a compiled validator yet: everything passes here, and the server has the word. */
export const acceptingValidator: FormValidator = {
  rjsf: {
    validateFormData: () => ({ errors: [], errorSchema: {} }),
    isValid: () => true,
    rawValidation: () => ({ errors: [] }),
  },
  faultsOf: () => [],
};
