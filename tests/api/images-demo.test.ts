import { copyFile, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { imageUrl } from '../../domain/values/images.ts';
import { seed, seedImages } from '../../server/features/demo/seed.ts';
import type { Services } from '../../server/services.ts';
import { quarters } from '../factories/pictures.ts';
import { ROOT, startTestApp, type TestApp } from './support.ts';
import { storedResources } from '../../server/declarations/views.ts';

let t: TestApp;
let root: string;
let services: Services;
beforeAll(async () => {
  t = await startTestApp();
  root = await mkdtemp(join(tmpdir(), 'atrium-demo-'));
  services = { ...t.services, settings: { ...t.services.settings, root } };
  const pictures = join(root, 'config', 'demo', 'images');
  await mkdir(pictures, { recursive: true });
  await writeFile(join(pictures, 'laser-cutter.webp'), await quarters(200, 150).webp().toBuffer());
  await writeFile(join(pictures, 'logo.png'), await quarters(64, 64).png().toBuffer());
  await writeFile(join(pictures, 'alt.json'), JSON.stringify({ 'laser-cutter': 'A laser cutter at work' }));
});
afterAll(async () => {
  await t.close();
  await rm(root, { recursive: true });
});

test('the pictures of the demonstration are stored as uploaded ones, with what they show, once', async () => {
  const files = await seedImages(services);
  expect([...files.keys()]).toEqual(['laser-cutter', 'logo']);
  expect(files.get('laser-cutter')).toMatch(/-200x150\.webp$/);
  expect(files.get('logo')).toMatch(/-64x64\.png$/);
  expect(await seedImages(services)).toEqual(files);
  const { rows } =
    await sql<object>`select name, alt from images where file in (${files.get('laser-cutter')}, ${files.get('logo')}) order by id`.execute(
      t.services.db,
    );
  expect(rows).toEqual([
    { name: 'laser-cutter.webp', alt: 'A laser cutter at work' },
    { name: 'logo.png', alt: null },
  ]);
  expect((await t.app.inject({ url: imageUrl(files.get('laser-cutter')!, 160) })).statusCode).toBe(200);
});

test('rows of the demonstration name them, and fill in the site settings', async () => {
  const tables = storedResources(t.services.model).map(({ name }) => sql.table(name));
  await t.services.db.transaction().execute(async (tx) => {
    // Without triggers, which refuse it for what is only added.
    await sql`set local session_replication_role = replica`.execute(tx);
    await sql`truncate ${sql.join(tables)} restart identity cascade`.execute(tx);
  });
  await mkdir(join(root, 'config', 'demo', 'requests'), { recursive: true });
  await writeFile(join(root, 'config', 'demo', 'requests', 'requests.json'), '[]');
  await writeFile(join(root, 'config', 'demo', 'requests', 'forms.json'), '[]');
  await mkdir(join(root, 'config', 'demo', 'views'));
  await writeFile(join(root, 'config', 'demo', 'views', 'history.json'), '{"weeks":[],"days":[],"pages":[]}');
  await writeFile(join(root, 'config', 'permissions.json'), '{"rules":[]}');
  await copyFile(join(ROOT, 'config', 'workflow.json'), join(root, 'config', 'workflow.json'));
  await writeFile(
    join(root, 'config', 'demo', '10.json'),
    JSON.stringify({
      siteSettings: [{ name: 'site', squareLogoURL: '@image:logo', welcomeMessage: '<p>Welcome</p>' }],
      pages: [{ name: 'home', title: 'Home', type: 'Card', backgroundUrl: '@image:laser-cutter' }],
      cards: [
        {
          title: 'Laser',
          pageId: '@pages:name=home',
          type: 'StandardCard',
          order: 1,
          data: { imageUrl: '@image:laser-cutter', imageAlt: 'A laser cutter' },
        },
      ],
    }),
  );
  await seed(services, { demo: true });
  const files = await seedImages(services);
  const {
    rows: [site],
  } = await sql<Record<string, unknown>>`select "squareLogoURL", "welcomeMessage" from "siteSettings"`.execute(
    t.services.db,
  );
  expect(site).toEqual({ squareLogoURL: files.get('logo'), welcomeMessage: '<p>Welcome</p>' });
  const {
    rows: [card],
  } = await sql<{ background: string; data: { imageUrl: string } }>`
    select p."backgroundUrl" as background, c.data from pages p join cards c on c."pageId" = p.id where p.name = 'home'`.execute(
    t.services.db,
  );
  expect([card?.background, card?.data.imageUrl]).toEqual([files.get('laser-cutter'), files.get('laser-cutter')]);
});
