import { join } from 'node:path';
import { ESLint } from 'eslint';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { PROJECT } from '../factories/server-process.ts';

/** Files whose import of another layer must fail to compile: [file, import]. */
const FORBIDDEN_LAYERS = [
  ['domain/intruder.ts', '../server/platform/problem.ts'],
  ['domain/intruder.ts', '../src/app/api.ts'],
  ['server/intruder.ts', '../src/app/api.ts'],
  ['src/ui/intruder.ts', '../app/api.ts'],
  ['src/app/intruder.ts', '../console/engine/paths.ts'],
  ['src/app/intruder.ts', '../../server/platform/problem.ts'],
  ['src/portal/intruder.ts', '../console/engine/paths.ts'],
  ['src/forms/intruder.ts', '../console/engine/paths.ts'],
  ['src/forms/intruder.ts', '../app/api.ts'],
  ['src/forms/intruder.ts', '../portal/login/LoginScreen.tsx'],
  ['src/content/intruder.ts', '../portal/login/LoginScreen.tsx'],
  ['src/content/intruder.ts', '../console/engine/paths.ts'],
  ['src/requests/intruder.ts', '../portal/login/LoginScreen.tsx'],
  ['src/requests/intruder.ts', '../console/engine/paths.ts'],
  ['src/actions/intruder.ts', '../console/engine/paths.ts'],
  ['src/app/intruder.ts', '../content/sessions/useNow.ts'],
  ['src/console/intruder.ts', '../portal/login/LoginScreen.tsx'],
] as const;

const ALLOWED_LAYERS = [
  ['server/guest.ts', '../domain/values/problem.ts'],
  ['src/app/guest.ts', '../../domain/values/problem.ts'],
  ['src/portal/guest.ts', '../app/api.ts'],
  ['src/console/guest.ts', '../app/api.ts'],
  ['src/console/guest.ts', '../content/sessions/useNow.ts'],
  ['src/console/guest.ts', '../requests/costTexts.ts'],
  ['src/content/guest.ts', '../app/api.ts'],
] as const;

const FORBIDDEN_PACKAGES = [
  ['domain/intruder.ts', 'node:fs'],
  ['domain/intruder.ts', 'fastify'],
  ['domain/intruder.ts', 'react'],
  ['domain/intruder.ts', 'kysely'],
  ...[
    'src/app/intruder.ts',
    'src/ui/intruder.ts',
    'src/portal/intruder.ts',
    'src/content/intruder.ts',
    'src/requests/intruder.ts',
  ].flatMap((file) =>
    ['react-admin', 'ra-core', '@mui/material', '@emotion/react', '@rjsf/core'].map((name) => [file, name] as const),
  ),
] as const;

describe('the layers', () => {
  test.each(FORBIDDEN_LAYERS)('%s cannot import %s', (file, imported) => {
    expect(compile(file, imported)).toContainEqual(
      expect.stringContaining('is not listed within the file list of project'),
    );
  });

  test.each(ALLOWED_LAYERS)('%s can import %s', (file, imported) => {
    expect(compile(file, imported)).toEqual([]);
  });

  test('domain knows neither the browser nor Node', () => {
    expect(compile('domain/intruder.ts', './values/problem.ts', 'document.title')).toContainEqual(
      expect.stringContaining("'document'"),
    );
    expect(compile('domain/intruder.ts', './values/problem.ts', 'process.env')).toContainEqual(
      expect.stringContaining("'process'"),
    );
  });

  test.each(FORBIDDEN_PACKAGES)('%s cannot import %s', async (file, name) => {
    expect(await lint(file, `import '${name}';\n`)).toContain('no-restricted-imports');
  });

  test('the console and the forms can use their packages', async () => {
    expect(await lint('src/console/guest.ts', "import 'react-admin';\n")).toEqual([]);
    expect(await lint('src/forms/guest.ts', "import '@rjsf/core';\n")).toEqual([]);
  });
});

/** The errors that tsc reports for the project of `file`, with this file importing `imported`. */
function compile(file: string, imported: string, expression = 'imported'): string[] {
  const path = join(PROJECT, file);
  const project = join(path, '..', 'tsconfig.json');
  const parsed = ts.getParsedCommandLineOfConfigFile(
    project,
    {},
    { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined },
  );
  if (!parsed) throw new Error(`${project} cannot be read`);
  const options: ts.CompilerOptions = { ...parsed.options, noUnusedLocals: false };
  const text = `import * as imported from '${imported}';\nexport const used = [imported, ${expression}];\n`;
  const host = ts.createCompilerHost(options);
  const { fileExists, readFile, getSourceFile } = host;
  host.fileExists = (name) => name === path || fileExists(name);
  host.readFile = (name) => (name === path ? text : readFile(name));
  host.getSourceFile = (name, ...rest) =>
    name === path ? ts.createSourceFile(name, text, ts.ScriptTarget.ES2023) : getSourceFile(name, ...rest);
  const program = ts.createProgram({
    rootNames: [path],
    options,
    host,
    ...(parsed.projectReferences ? { projectReferences: parsed.projectReferences } : {}),
  });
  const found = [...program.getOptionsDiagnostics(), ...program.getSemanticDiagnostics(program.getSourceFile(path))];
  return found
    .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
    .filter((message) => !message.startsWith('Output file'));
}

async function lint(file: string, text: string): Promise<string[]> {
  const results = await new ESLint({ cwd: PROJECT }).lintText(text, { filePath: join(PROJECT, file) });
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message));
}
