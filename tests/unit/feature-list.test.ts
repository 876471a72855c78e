import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { FEATURES } from '../../server/features/index.ts';
import { PROJECT } from '../factories/server-process.ts';

test('every folder with a descriptor is on the list of features, or its rules would hold nowhere', () => {
  const folder = join(PROJECT, 'server', 'features');
  const described = readdirSync(folder).filter((name) => existsSync(join(folder, name, 'feature.ts')));
  expect(FEATURES.map(({ name }) => name)).toEqual(expect.arrayContaining(described));
  expect(FEATURES).toHaveLength(described.length + 1);
});
