import { AjvCompiler } from '@fastify/ajv-compiler';
import type { FastifyRouteSchemaDef, FastifySchemaCompiler } from 'fastify/types/schema.js';

type Compile = FastifySchemaCompiler<unknown>;
type Validate = ReturnType<Compile>;

const buildCompiler = AjvCompiler();
const INTEGER = /^(?:0|-?[1-9][0-9]{0,14})$/;

/** Fastify's validators, each compiled by the first call of its route: a process serves few of the routes, and each takes memory. */
export const buildValidator = ((schemas, options) => {
  const compile = buildCompiler(schemas, options) as Compile;
  return compiledLater(compile) as ReturnType<typeof buildCompiler>;
}) satisfies typeof buildCompiler;

function compiledLater(compile: Compile): Compile {
  return (route) => {
    let compiled: Validate | undefined;
    const integers = integersOf(route);
    const validate: Validate = (data) => {
      compiled ??= compile(route);
      readIntegers(data as Record<string, unknown>, integers);
      const result = compiled(data);
      validate.errors = compiled.errors ?? null;
      return result;
    };
    return validate;
  };
}

/** The names of integers in an address, where every value is a text. */
function integersOf({ schema, httpPart }: FastifyRouteSchemaDef<unknown>): string[] {
  if (httpPart !== 'params' && httpPart !== 'querystring') return [];
  const { properties = {} } = schema as { properties?: Record<string, { type?: unknown }> };
  return Object.keys(properties).filter((name) => properties[name]?.type === 'integer');
}

/** Only in their canonical form: other numbers remain texts, which validation refuses. */
function readIntegers(values: Record<string, unknown>, names: readonly string[]): void {
  for (const name of names) {
    const value = values[name];
    if (typeof value === 'string' && INTEGER.test(value)) values[name] = Number(value);
  }
}
