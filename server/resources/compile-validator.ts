import { DECIMALS, FORMATS } from '../declarations/formats.ts';
import { runOffLoop } from '../platform/off-loop.ts';

const COMPILER = { module: import.meta.url, name: 'compileValidator' };
/** Schemas from this size on are compiled in another thread: a form of 300 questions takes 200 ms. */
const LARGE = 16_000;

/** As `compileValidator`, while others are served. */
export async function compileOffLoop(schema: object): Promise<string> {
  if (JSON.stringify(schema).length < LARGE) return compileValidator(schema);
  return (await runOffLoop(COMPILER, [schema])) as string;
}

/** Functions by the keys that RJSF's precompiled validator expects, in a module that receives its dependencies. */
export async function compileValidator(schema: object): Promise<string> {
  const { compileSchemaValidatorsCode } = await import('@rjsf/validator-ajv8/lib/compileSchemaValidatorsCode.js');
  const code = compileSchemaValidatorsCode(schema, {
    customFormats: FORMATS,
    ajvFormatOptions: false,
    ajvOptionsOverrides: { multipleOfPrecision: DECIMALS, discriminator: true },
  });
  return `export default (require) => {\nconst exports = {};\n${code}\nreturn exports;\n};\n`;
}
