import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Fault } from '../../server/declarations/faults.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { copiedDeclarations, faultsOf, smallDeclarations, type Declarations } from '../factories/declarations.ts';

const FILE = 'config/settings.json';

interface Group {
  name: string;
  properties: Record<string, Record<string, unknown>>;
  where?: Record<string, { label: string; to: string }[]>;
}

let files: Declarations;

beforeEach(() => {
  files = smallDeclarations();
});

afterEach(() => files.remove());

const faults = (): Promise<Fault[]> => faultsOf(files);

/** Changes a setting of the group "site". */
function change(name: string, keywords: Record<string, unknown>): void {
  const { groups } = files.read(FILE) as { groups: Group[] };
  const site = groups.find((group) => group.name === 'site')!;
  site.properties[name] = { ...site.properties[name], ...keywords };
  files.write(FILE, { groups });
}

it('takes time zone and terms of the site from the defaults', async () => {
  change('timezone', { default: 'Europe/Paris' });
  const { site } = await loadModel(files.root);
  expect(site.timezone).toBe('Europe/Paris');
  expect(site.terms.map(({ name }) => name)).toEqual(['Spring', 'Summer', 'Fall']);
});

it('refuses a time zone that does not exist', async () => {
  change('timezone', { default: 'America/Denvr' });
  expect(await faults()).toEqual([
    {
      file: FILE,
      pointer: '/groups/0/properties/timezone/default',
      message: '"America/Denvr" is not a value of "timezones". Did you mean "America/Denver"?',
    },
  ]);
});

it.each([
  [
    'a day that not every year has',
    [{ name: 'Spring', start: '01-12', end: '02-29' }],
    '"02-29" does not exist in every year. Enter a month and day, such as 08-17',
  ],
  [
    'the days of another term',
    [
      { name: 'Summer', start: '05-18', end: '08-16' },
      { name: 'Fall', start: '08-16', end: '12-20' },
    ],
    '"Fall" and "Summer" overlap',
  ],
])('refuses a term on %s', async (_title, terms, message) => {
  change('terms', { default: terms });
  expect(await faults()).toEqual([{ file: FILE, pointer: '/groups/0/properties/terms/default', message }]);
});

it('refuses a default beyond the limits, a group twice, and places of no setting or page', async () => {
  const { groups } = files.read(FILE) as { groups: Group[] };
  const limits = {
    name: 'quotas',
    title: 'Quotas',
    properties: { uploads: { type: 'integer', title: 'Uploads', description: 'How many.', maximum: 5, default: 6 } },
    where: { downloads: [{ label: 'Pages', to: '/nowhere' }] },
  };
  files.write(FILE, { groups: [...groups, limits, { ...limits, where: undefined }] });
  const at = groups.length;
  expect((await faults()).map(({ pointer, message }) => [pointer, message])).toEqual([
    [`/groups/${at + 1}/name`, 'There is another group "quotas"'],
    [`/groups/${at}/properties/uploads/default`, 'Not a value of this property: must be <= 5'],
    [`/groups/${at}/where/downloads`, expect.stringContaining('There is no setting "downloads"')],
    [`/groups/${at}/where/downloads/0/to`, 'There is no page "/nowhere"'],
    [`/groups/${at + 1}/properties/uploads/default`, 'Not a value of this property: must be <= 5'],
  ]);
});

it('refuses a setting without help', async () => {
  change('timezone', { description: undefined });
  expect((await faults()).map(({ message }) => message)).toEqual(['"description" is missing']);
});

it('names a setting that the server reads and the file lacks', async () => {
  const whole = copiedDeclarations();
  try {
    const { groups } = whole.read(FILE) as { groups: Group[] };
    delete groups[0]!.properties['timezone'];
    delete groups[0]!.where;
    whole.write(FILE, { groups });
    expect(await faultsOf(whole)).toEqual([
      { file: FILE, pointer: '/groups', message: 'The setting "site.timezone" is missing: the server needs it' },
    ]);
  } finally {
    whole.remove();
  }
});
