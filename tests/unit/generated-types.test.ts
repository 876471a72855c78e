import { afterEach, beforeEach, expect, it } from 'vitest';
import { loadModel, ROOT } from '../../server/declarations/load-model.ts';
import { generate, generatedFiles } from '../../server/declarations/generate-types.ts';
import { smallDeclarations, type Declarations } from '../factories/declarations.ts';

let files: Declarations;

beforeEach(() => {
  files = smallDeclarations();
});

afterEach(() => files.remove());

it('the committed types are those of the schemas', async () => {
  expect(await generate(ROOT, true)).toEqual([]);
});

it('a resource becomes an interface whose optional values can be null', async () => {
  files.resource(
    'tools',
    {
      name: { type: 'string', description: 'As painted on it.' },
      kind: { type: 'string', enum: ['hand', 'power'] },
      role: { type: 'string', 'x-options': 'roles' },
      tags: { type: 'array', items: { type: 'string' }, maxItems: 3 },
    },
    { schema: { required: ['name', 'tags'] } },
  );
  const { 'resources.ts': types, 'tables.ts': tables } = await generatedFiles(await loadModel(files.root));
  expect(types).toContain(`export interface Tool {
  id: number;
  /**
   * As painted on it.
   */
  name: string;
  kind: ('hand' | 'power') | null;
  role: string | null;
  tags: string[];
  version: number;
`);
  expect(tables).toContain(`export interface ToolTable {
  id: Optional<Tool['id']>;
  name: Tool['name'];
  kind: Optional<Tool['kind']>;
  role: Optional<Tool['role']>;
  tags: JsonColumn<Tool['tags'], string>;
`);
  expect(tables).toContain('export interface Tables {\n  tools: ToolTable;\n  users: UserTable;\n}');
});

it('two resources with the same title are distinguished by their names', async () => {
  files
    .resource('tools', { name: { type: 'string' } }, { schema: { title: 'Thing' } })
    .resource('shelves', { name: { type: 'string' } }, { schema: { title: 'Thing' } });
  const { 'resources.ts': types } = await generatedFiles(await loadModel(files.root));
  expect(types).toMatch(/interface Shelves \{[^]*interface Tools \{/);
});

it('stale files are reported by --check and written without it', async () => {
  expect(await generate(files.root, true)).toEqual([
    'domain/generated/resources.ts',
    'domain/generated/tables.ts',
    'domain/generated/settings.ts',
  ]);
  expect(await generate(files.root, false)).toHaveLength(3);
  expect(await generate(files.root, true)).toEqual([]);
});
