import { AjvCompiler } from '@fastify/ajv-compiler';
import type { FastifySchemaCompiler } from 'fastify';

type Compile = FastifySchemaCompiler<unknown>;

const buildCompiler = AjvCompiler();

/** Fastify's validators, each compiled by the first call of its route: a process serves few of the routes, and each takes memory. */
export const buildValidator = ((schemas, options) => {
  const compile = buildCompiler(schemas, options) as Compile;
  return compiledLater(compile) as ReturnType<typeof buildCompiler>;
}) satisfies typeof buildCompiler;

function compiledLater(compile: Compile): Compile {
  return (route) => {
    let compiled: ReturnType<Compile> | undefined;
    const validate: ReturnType<Compile> = (data) => {
      compiled ??= compile(route);
      const result = compiled(data);
      validate.errors = compiled.errors ?? null;
      return result;
    };
    return validate;
  };
}
