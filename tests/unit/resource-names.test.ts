import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { sourceFiles, sourceText } from '../factories/import-graph.ts';
import { PROJECT } from '../factories/server-process.ts';

/**
 * Tables owned by one module: the platform maintains `revisions`, also for the engine, which reads what configures it from tables and
 * leads from lists to announcements where the caller may make them.
 */
const OWN: Readonly<Record<string, readonly string[]>> = {
  'server/platform': ['rateLimits', 'revisions', 'idempotencyKeys'],
  'server/resources': [
    'announcements',
    'auditEntries',
    'permissions',
    'registeredSites',
    'revisions',
    'systemSettings',
  ],
};

const NAMES = readdirSync(join(PROJECT, 'schemas', 'resources')).map((file) => file.replace(/\.json$/, ''));

test.each(Object.keys(OWN))('%s names no resource and no table of a feature', (folder) => {
  const files = sourceFiles([folder]);
  expect(files.length).toBeGreaterThan(15);
  expect(files.flatMap((file) => namesIn(file, sourceText(file)))).toEqual([]);
});

test('a name is found as a text, in SQL and in an address', () => {
  const texts = [
    "'users'",
    '`select 1 from users`',
    '`select "users"."id"`',
    "'/api/users/1'",
    '`update ${x} join users`',
  ];
  for (const text of texts)
    expect(namesIn('server/resources/intruder.ts', `export const found = ${text};`), text).toHaveLength(1);
  expect(
    namesIn('server/resources/intruder.ts', "import { a } from 'users';\nexport const b = 'the users of it';"),
  ).toEqual([]);
});

/** "server/resources/writer.ts:196 images" */
function namesIn(file: string, text: string): string[] {
  const own = Object.entries(OWN).find(([folder]) => file.startsWith(`${folder}/`))?.[1] ?? [];
  const foreign = NAMES.filter((name) => !own.includes(name));
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.ES2023, true);
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) || ts.isTypeNode(node)) return;
    if (
      ts.isStringLiteralLike(node) ||
      ts.isTemplateHead(node) ||
      ts.isTemplateMiddle(node) ||
      ts.isTemplateTail(node)
    ) {
      const line = source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      found.push(...foreign.filter((name) => isNamed(name, node.text)).map((name) => `${file}:${line} ${name}`));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

function isNamed(name: string, text: string): boolean {
  return (
    text === name ||
    text.includes(`"${name}"`) ||
    new RegExp(`\\b(?:from|join|into|update|table|delete from)\\s+${name}\\b|/api/${name}\\b`).test(text)
  );
}
