import { compileSchemaValidatorsCode } from '@rjsf/validator-ajv8/compileSchemaValidators';
import { FORMATS } from '../../server/declarations/formats.ts';

/** What a test in the page asks of the process that runs it (vitest.config.ts). */
export const COMMANDS = {
  /** The module that the server answers with for a schema, as an address to import. */
  compileValidator: (_context: unknown, schema: object): string => {
    const code = compileSchemaValidatorsCode(schema, { customFormats: FORMATS, ajvFormatOptions: false });
    return `data:text/javascript,${encodeURIComponent(`export default (require) => { const exports = {};\n${code}\nreturn exports; };`)}`;
  },
};

declare module 'vitest/browser' {
  interface BrowserCommands {
    compileValidator: (schema: object) => Promise<string>;
  }
}
