import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadModel, ROOT } from '../../server/declarations/load-model.ts';

const texts = globSync('server/**/*.ts', { cwd: ROOT }).map((file) => readFileSync(join(ROOT, file), 'utf8'));

test('every declared setting is read, has a default and says where it acts', async () => {
  const { settings } = await loadModel(ROOT);
  for (const { name: group, properties, where } of settings)
    for (const [name, property] of Object.entries(properties)) {
      const key = `${group}.${name}`;
      expect(
        texts.some((text) => text.includes(`.value('${key}')`)),
        `a reader of ${key}`,
      ).toBe(true);
      expect(property.default, `the default of ${key}`).toBeDefined();
      expect(where[name], `where ${key} acts`).toBeDefined();
    }
});
