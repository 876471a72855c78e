import { readFileSync } from 'node:fs';
import { Ajv, type ErrorObject, type ValidateFunction } from 'ajv';
import { didYouMean, type Report } from './faults.ts';

const META = new URL('../../schemas/meta/', import.meta.url);

export type MetaName =
  | 'resource'
  | 'resource-config'
  | 'card'
  | 'roles'
  | 'permissions'
  | 'routes'
  | 'menu'
  | 'workflow'
  | 'tickets'
  | 'report'
  | 'board'
  | 'site'
  | 'settings'
  | 'message-categories'
  | 'message-event'
  | 'openid-providers'
  | 'ldap-directories'
  | 'request-form';

const validators = new Map<MetaName, ValidateFunction>();

/** Validates `value` against schemas/meta/{meta}.json and reports the faults. True when valid. */
export function matchesMeta(meta: MetaName, value: unknown, report: Report): boolean {
  const validate = validators.get(meta) ?? compile(meta);
  if (validate(value)) return true;
  for (const error of validate.errors ?? []) {
    if (!['if', 'anyOf', 'oneOf'].includes(error.keyword) || !hasDetail(error, validate.errors ?? []))
      report(stepsOf(error), schemaErrorMessage(error));
  }
  return false;
}

function compile(meta: MetaName): ValidateFunction {
  const ajv = new Ajv({ allErrors: true, strict: false, verbose: true });
  // Properties are described in the same way everywhere.
  if (meta !== 'resource') ajv.addSchema(read('resource'), 'resource.json');
  const validate = ajv.compile(read(meta));
  validators.set(meta, validate);
  return validate;
}

function read(meta: MetaName): object {
  return JSON.parse(readFileSync(new URL(`${meta}.json`, META), 'utf8')) as object;
}

/** The errors of an anyOf's branches are more specific than its own. */
function hasDetail(error: ErrorObject, errors: ErrorObject[]): boolean {
  return errors.some((other) => other !== error && other.instancePath.startsWith(error.instancePath));
}

function stepsOf(error: ErrorObject): string[] {
  const steps = error.instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const params = error.params as { additionalProperty?: string; propertyName?: string };
  const inner =
    error.keyword === 'additionalProperties' ? params.additionalProperty : (error.propertyName ?? params.propertyName);
  return inner === undefined ? steps : [...steps, inner];
}

const TYPES: Record<string, string> = {
  string: 'text in quotes',
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list in [ ]',
  object: 'an object in { }',
  null: 'null',
};

function schemaErrorMessage(error: ErrorObject): string {
  const params = error.params as Record<string, unknown>;
  switch (error.keyword) {
    case 'additionalProperties':
      return unknownName(error, String(params.additionalProperty));
    case 'required':
      return `"${String(params.missingProperty)}" is missing`;
    case 'type':
      return `Must be ${[params.type]
        .flat()
        .join(',')
        .split(',')
        .map((type) => TYPES[type] ?? type)
        .join(' or ')}`;
    case 'const':
      return `Must be ${JSON.stringify(params.allowedValue)}`;
    case 'enum':
      return unknownValue(error, params.allowedValues as unknown[]);
    case 'propertyNames':
      return 'Names start with a lowercase letter, followed by at most 60 letters, digits and _';
    case 'pattern':
      return describePattern(String(params.pattern));
    case 'uniqueItems':
      return `Item ${String(params.j)} and item ${String(params.i)} are the same`;
    default:
      return `${error.message ?? error.keyword}`.replace(/^must/, 'Must').replace('NOT', 'not');
  }
}

function describePattern(pattern: string): string {
  if (pattern === '^/') return 'Must begin with /';
  if (pattern.startsWith('^(portal|console|resource):')) return 'Must be "portal:...", "console:..." or "resource:..."';
  return `Must match ${pattern}`;
}

function unknownName(error: ErrorObject, name: string): string {
  const known = Object.keys((error.parentSchema?.properties ?? {}) as object);
  return `Unknown name "${name}"${didYouMean(name, known) || `. Known: ${known.join(', ')}`}`;
}

function unknownValue(error: ErrorObject, allowed: unknown[]): string {
  if (Array.isArray(error.data))
    return 'Must be one word, not a list. A property that is not required can be empty anyway';
  const hint = typeof error.data === 'string' ? didYouMean(error.data, allowed.map(String)) : '';
  return `Unknown value ${JSON.stringify(error.data)}${hint || `. Known: ${allowed.map(String).join(', ')}`}`;
}
