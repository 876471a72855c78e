import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { imageFacts, imageSrcSet, imageUrl, storedName, storedWidths } from '../../domain/values/images.ts';
import { aboutImages, cleanUpImages } from '../../server/features/images/feature.ts';
import { imageStore } from '../../server/features/images/routes.ts';
import { anyPicture, cornersOf, hugePng, notPictures, quarters } from '../factories/pictures.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp } from './support.ts';

let t: TestApp;
let cookie: string;
beforeAll(async () => {
  t = await startTestApp();
  cookie = (await t.createUser({ roles: ['ContentAdmin'] })).cookie;
});
afterAll(() => t.close());

interface Image {
  id: number;
  file: string;
  name: string;
  alt: string | null;
  width: number;
  height: number;
  bytes: number;
}
interface Sent {
  name?: string;
  query?: string;
  type?: string;
  alt?: string;
  cookie?: string;
}

function upload(
  bytes: Buffer,
  { name = 'photo.png', query = '', type = 'application/octet-stream', alt, cookie: as = cookie }: Sent = {},
) {
  const headers = {
    cookie: as,
    'content-type': type,
    'x-file-name': encodeURIComponent(name),
    ...(alt === undefined ? {} : { 'x-alt-text': encodeURIComponent(alt) }),
  };
  return t.app.inject({ method: 'POST', url: `/api/content/images${query}`, headers, payload: bytes });
}

async function uploaded(bytes: Buffer, sent: Sent = {}): Promise<Image> {
  const answer = await upload(bytes, sent);
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json<Image>();
}

async function bytesOf(url: string): Promise<Buffer> {
  const answer = await t.app.inject({ url });
  expect(answer.statusCode, url).toBe(200);
  return answer.rawPayload;
}

function onDisk(): string[] {
  const folder = join(t.services.settings.uploadDir, 'images');
  return existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map(({ name }) => name)
    : [];
}

describe('a picture', () => {
  test('is stored re-encoded in all its widths, and its name contains its size', async () => {
    const image = await uploaded(await quarters(1400, 700).jpeg().toBuffer(), {
      name: 'C:\\fakepath\\wörk shop.jpg',
      alt: 'Vier „Felder“',
    });
    expect(image).toMatchObject({ name: 'wörk shop.jpg', alt: 'Vier „Felder“', width: 1400, height: 700 });
    expect(imageFacts(image.file)).toMatchObject({ width: 1400, height: 700, type: 'webp' });
    for (const address of imageSrcSet(image.file)!.split(', ')) {
      const [url = '', width = ''] = address.split(' ');
      expect(await sharp(await bytesOf(url)).metadata()).toMatchObject({
        format: 'webp',
        width: Number.parseInt(width, 10),
      });
    }
    const whole = await bytesOf(imageUrl(image.file));
    expect(whole.length).toBe(image.bytes);
    expect(await cornersOf(whole)).toBe('RGBW');
  });

  test.each([
    ['jpeg', 'a.jpg'],
    ['png', 'a.png'],
    ['webp', 'a.webp'],
    ['avif', 'a.avif'],
    ['gif', 'a.gif'],
  ] as const)('may be a %s', async (format, name) => {
    const image = await uploaded(await quarters(90, 70).toFormat(format).toBuffer(), { name, type: `image/${format}` });
    expect(await cornersOf(await bytesOf(imageUrl(image.file)))).toBe('RGBW');
  });

  test.each([1, 2, 3, 4, 5, 6, 7, 8])(
    'of EXIF orientation %i is stored upright, and cut out as it is seen',
    async (orientation) => {
      const turned = await quarters(120, 80).jpeg({ quality: 95 }).withMetadata({ orientation }).toBuffer();
      const upright = await sharp(turned).autoOrient().png().toBuffer();
      const whole = await uploaded(turned, { name: 'photo.jpg' });
      expect(await sharp(upright).metadata()).toMatchObject({ width: whole.width, height: whole.height });
      expect(await cornersOf(await bytesOf(imageUrl(whole.file)))).toBe(await cornersOf(upright));
      const area = { left: 10, top: 20, width: 60, height: 50 };
      const part = await uploaded(turned, { name: 'photo.jpg', query: '?crop=10,20,60,50' });
      expect(part).toMatchObject({ width: 60, height: 50 });
      expect(await cornersOf(await bytesOf(imageUrl(part.file)))).toBe(
        await cornersOf(await sharp(upright).extract(area).png().toBuffer()),
      );
    },
  );

  test('loses its metadata (location, camera)', async () => {
    const exif = { IFD0: { Copyright: 'Nobody', Model: 'Camera 7' }, IFD3: { GPSLatitude: '40/1 0/1 0/1' } };
    const image = await uploaded(
      await quarters(100, 90).withExif(exif).withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/"/>').jpeg().toBuffer(),
      { name: 'photo.jpg' },
    );
    const bytes = await bytesOf(imageUrl(image.file));
    const { exif: storedExif, xmp, icc, orientation } = await sharp(bytes).metadata();
    expect({ kept: storedExif, xmp, icc, orientation }).toEqual({
      kept: undefined,
      xmp: undefined,
      icc: undefined,
      orientation: undefined,
    });
    expect(bytes.toString('latin1')).not.toMatch(/Camera 7|GPS|xmpmeta/);
  });

  test('in another color space is stored in sRGB, with the same colours', async () => {
    const p3 = await sharp({ create: { width: 50, height: 50, channels: 3, background: { r: 200, g: 60, b: 40 } } })
      .withIccProfile('p3')
      .png()
      .toBuffer();
    expect((await sharp(p3).metadata()).icc).toBeDefined();
    const image = await uploaded(p3);
    const bytes = await bytesOf(imageUrl(image.file));
    const { dominant } = await sharp(bytes).stats();
    expect((await sharp(bytes).metadata()).icc).toBeUndefined();
    expect(Math.abs(dominant.r - 200) + Math.abs(dominant.g - 60) + Math.abs(dominant.b - 40)).toBeLessThan(40);
  });

  test('with any depth or number of channels is accepted, and transparency stays', async () => {
    const grey = await uploaded(await quarters(70, 71).toColourspace('grey16').png().toBuffer());
    const cmyk = await uploaded(await quarters(70, 72).toColourspace('cmyk').jpeg().toBuffer(), { name: 'print.jpg' });
    const clear = await uploaded(
      await sharp({ create: { width: 70, height: 73, channels: 4, background: '#ff000040' } })
        .png()
        .toBuffer(),
    );
    for (const { file } of [grey, cmyk])
      expect(await sharp(await bytesOf(imageUrl(file))).metadata()).toMatchObject({ space: 'srgb', depth: 'uchar' });
    expect(await sharp(await bytesOf(imageUrl(clear.file))).metadata()).toMatchObject({ hasAlpha: true });
  });

  test('an animated image is stored as its first frame', async () => {
    const frames = await Promise.all(
      ['#ff0000', '#0000ff'].map((background) =>
        sharp({ create: { width: 40, height: 40, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    );
    const image = await uploaded(
      await sharp(frames, { join: { animated: true } })
        .gif()
        .toBuffer(),
      { name: 'moving.gif' },
    );
    expect(image).toMatchObject({ width: 40, height: 40 });
    expect(await cornersOf(await bytesOf(imageUrl(image.file)))).toBe('RRRR');
  });

  test('larger than the largest side is reduced to it', async () => {
    expect(await uploaded(await quarters(300, 4000).jpeg().toBuffer(), { name: 'tall.jpg' })).toMatchObject({
      width: 192,
      height: 2560,
    });
  });

  test('used as an icon is stored as PNG, pixel by pixel', async () => {
    const source = quarters(64, 64);
    const image = await uploaded(await source.clone().png().toBuffer(), { query: '?use=icon' });
    expect(imageFacts(image.file)).toMatchObject({ width: 64, height: 64, type: 'png' });
    const raw = await source.clone().raw().toBuffer();
    expect(
      (
        await sharp(await bytesOf(imageUrl(image.file)))
          .raw()
          .toBuffer()
      ).equals(raw),
    ).toBe(true);
  });

  test('without an extension is identified by its content', async () => {
    expect((await uploaded(await anyPicture(), { name: 'image' })).name).toBe('image');
  });
});

describe('the same picture', () => {
  test('is stored once, with any number of concurrent uploads by anyone', async () => {
    const bytes = await anyPicture();
    const administrator = await t.loginAs('administrator');
    const before = onDisk().length;
    const answers = await Promise.all(
      [1, 2, 3, 4].map((n) => upload(bytes, { name: `photo ${n}.png`, cookie: n % 2 ? cookie : administrator })),
    );
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 200, 200, 201]);
    const files = new Set(answers.map((answer) => answer.json<Image>().file));
    expect(files.size).toBe(1);
    expect(onDisk().length).toBe(before + 1 + storedWidths([...files][0]!).length);
  });

  test('sent to two server processes at the same time is stored once', async () => {
    vi.resetModules();
    const { buildApp } = await import('../../server/app.ts');
    const second = await buildApp(t.services);
    const bytes = await quarters(333, 222).png().toBuffer();
    const before = onDisk().length;
    const send = (app: typeof second) =>
      app.inject({
        method: 'POST',
        url: '/api/content/images',
        payload: bytes,
        headers: { cookie, 'content-type': 'image/png', 'x-file-name': 'photo.png' },
      });
    const answers = await Promise.all([t.app, second, t.app, second].map(send));
    await second.close();
    expect(new Set(answers.map((answer) => answer.json<Image>().file)).size).toBe(1);
    expect(onDisk().length - before).toBe(3);
  });

  test('is another image with another part cut out or for another use', async () => {
    const bytes = await anyPicture();
    const files = await Promise.all(
      ['', '?crop=0,0,30,30', '?crop=1,0,30,30', '?use=icon'].map(
        async (query) => (await uploaded(bytes, { query })).file,
      ),
    );
    expect(new Set(files).size).toBe(4);
  });

  test('is given an alternative text if it has none, and keeps its own', async () => {
    const bytes = await anyPicture();
    expect((await uploaded(bytes)).alt).toBeNull();
    expect((await upload(bytes, { alt: 'A bench' })).json<Image>().alt).toBe('A bench');
    expect((await upload(bytes, { alt: 'A table' })).json<Image>().alt).toBe('A bench');
  });
});

describe('a file that is no picture', () => {
  test('is refused with an explanation, and nothing of it is stored', async () => {
    const before = onDisk();
    for (const [what, name, bytes, type] of await notPictures()) {
      const answer = await upload(bytes, { name, ...(type ? { type } : {}) });
      expect([what, answer.statusCode]).toEqual([what, 422]);
      expect(expectProblem(answer).detail, what).toMatch(/^[^{}]+\. [A-Z][^{}]+\.$|^[A-Z][^{}]+\.$|^[\w. ]+[^{}]+\.$/);
    }
    expect(onDisk()).toEqual(before);
  });

  test('is refused by its size before it is decoded', async () => {
    const tooLong = await upload(Buffer.alloc(25 * 1024 * 1024 + 1));
    expect(tooLong.statusCode).toBe(413);
    expect(expectProblem(tooLong).detail).toContain('25 MB');
    for (const [width, height] of [
      [20_000, 20_000],
      [65_535, 65_535],
      [2_000_000_000, 2],
    ] as const) {
      const answer = await upload(hugePng(width, height));
      expect(answer.statusCode, answer.body).toBe(422);
      expectProblem(answer);
    }
  });

  test.each([
    '1,2,3',
    'a,b,c,d',
    '-1,0,10,10',
    '0,0,0,10',
    '1.5,0,10,10',
    '0,0,10,10,10',
    '0, 0,10,10',
    '99999999,0,1,1',
    '',
  ])('the part "%s" is none', async (crop) => {
    expect((await upload(await anyPicture(), { query: `?crop=${encodeURIComponent(crop)}` })).statusCode).toBe(400);
  });

  test('a crop outside of the picture is refused', async () => {
    const bytes = await quarters(100, 50).png().toBuffer();
    for (const crop of ['0,0,101,50', '0,0,100,51', '100,0,1,1', '50,49,51,1']) {
      const answer = await upload(bytes, { query: `?crop=${crop}` });
      expect(answer.statusCode, crop).toBe(422);
      expect(expectProblem(answer).detail).toContain('100 × 50');
    }
  });

  test.each(['?use=print', '?size=3', '?crop=0,0,1,1&crop=0,0,2,2'])('the address %s is refused', async (query) => {
    expect((await upload(await anyPicture(), { query })).statusCode).toBe(400);
  });

  test.each(['', '%ff', 'a'.repeat(300), 'a%00b.png', 'a%0ab.png'])('the name "%s" is refused', async (name) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/api/content/images',
      payload: await anyPicture(),
      headers: { cookie, 'x-file-name': name, 'content-type': 'image/png' },
    });
    expect(answer.statusCode).toBe(400);
    expectProblem(answer);
  });

  test('an alternative text that is too long is refused, and nothing is stored', async () => {
    const before = onDisk();
    const answer = await upload(await anyPicture(), { alt: 'a'.repeat(301) });
    expect(answer.statusCode).toBe(400);
    expect(expectProblem(answer).errors).toMatchObject({ alt: 'Must have at most 300 characters' });
    expect(onDisk()).toEqual(before);
  });
});

describe('permission', () => {
  test('add pictures is decided by the rules', async () => {
    const bytes = await anyPicture();
    expect((await upload(bytes, { cookie: '' })).statusCode).toBe(401);
    for (const role of ['Student', 'Staff', 'EventAdmin', 'RequestsAdmin']) {
      const answer = await upload(bytes, { cookie: (await t.createUser({ roles: [role] })).cookie });
      expect([role, answer.statusCode]).toEqual([role, 403]);
      expectProblem(answer);
    }
    expect((await upload(bytes, { cookie: await t.loginAs('administrator') })).statusCode).toBe(201);
  });
});

describe('a field for a picture', () => {
  const setting = (value: unknown, as: string) =>
    t.app.inject({
      method: 'PUT',
      url: '/api/siteSettings/1',
      headers: { cookie: as },
      payload: { lockupURL: value } as object,
    });

  test('accepts a stored one, by file name or URL, and nothing else', async () => {
    const administrator = await t.loginAs('administrator');
    const { file } = await uploaded(await anyPicture());
    expect((await setting(`/api/Content/${file}`, administrator)).json<{ lockupURL: string }>().lockupURL).toBe(file);
    for (const wrong of [
      `${randomBytes(10).toString('hex')}-10x10.webp`,
      '../../etc/passwd',
      'https://elsewhere.example/x.png',
      'javascript:alert(1)',
      `${file}?x`,
      7,
    ]) {
      const answer = await setting(wrong, administrator);
      expect([wrong, answer.statusCode]).toEqual([wrong, 400]);
      expect(Object.keys(expectProblem(answer).errors ?? {})).toEqual(['lockupURL']);
    }
    expect((await setting('', administrator)).json<{ lockupURL: null }>().lockupURL).toBeNull();
  });
});

describe('deleting', () => {
  const remove = (id: number) => t.app.inject({ method: 'DELETE', url: `/api/images/${id}`, headers: { cookie } });
  const create = async (resource: string, payload: object): Promise<number> => {
    const answer = await t.app.inject({ method: 'POST', url: `/api/${resource}`, headers: { cookie }, payload });
    expect(answer.statusCode, answer.body).toBe(201);
    return answer.json<{ id: number }>().id;
  };

  test('a picture in use cannot be deleted, and the refusal lists its uses', async () => {
    const { id, file } = await uploaded(await anyPicture());
    const page = await create('pages', {
      title: 'About us',
      name: `about-${file.slice(0, 8)}`,
      type: 'Standard',
      data: `<p><img src="/api/Content/${file.replace('.webp', '-160.webp')}" alt=""></p>`,
    });
    const card = await create('cards', {
      title: 'Welcome',
      pageId: page,
      type: 'StandardCard',
      order: 1,
      data: { text: '<p>Hello</p>', imageUrl: file, imageAlt: 'Hello' },
    });
    const draft = JSON.stringify({ cards: [{ data: { imageUrl: file } }] });
    await sql`insert into "pageDrafts" ("pageId", "content") values (${page}, ${draft}::jsonb)`.execute(t.services.db);
    const answer = await remove(id);
    expect(answer.statusCode).toBe(409);
    const { detail } = expectProblem(answer);
    for (const words of ['Pages: About us', 'Cards: Welcome', 'Drafts of pages: 1']) expect(detail).toContain(words);
    await sql`delete from "pageDrafts" where "pageId" = ${page}`.execute(t.services.db);
    await t.app.inject({ method: 'DELETE', url: `/api/cards/${card}`, headers: { cookie } });
    expect(expectProblem(await remove(id)).detail).toMatch(
      /^This image is still used: Pages: About us\. Choose another one there first\.$/,
    );
    await create('cards', {
      title: 'Kept with its page',
      pageId: page,
      type: 'StandardCard',
      order: 2,
      data: { imageUrl: file, imageAlt: 'Hello' },
    });
    await t.app.inject({ method: 'DELETE', url: `/api/pages/${page}`, headers: { cookie } });
    expect((await remove(id)).statusCode).toBe(200);
  });

  test('a picture enqueues the removal of its files', async () => {
    const jobs = async () =>
      (
        await sql<{ data: object }>`select data from pgboss.job where name = 'images-remove'`.execute(t.services.db)
      ).rows.map(({ data }) => data);
    const { id, file } = await uploaded(await anyPicture());
    expect(await jobs()).not.toContainEqual({ file });
    await remove(id);
    expect(await jobs()).toContainEqual({ file });
  });

  test('a picture that is being chosen at the same moment leaves no field without its picture', async () => {
    const administrator = await t.loginAs('administrator');
    for (let round = 0; round < 5; round += 1) {
      const { id, file } = await uploaded(await anyPicture());
      const [removed, chosen] = await Promise.all([
        remove(id),
        t.app.inject({
          method: 'PUT',
          url: '/api/siteSettings/1',
          headers: { cookie: administrator },
          payload: { graphicURL: file },
        }),
      ]);
      expect([
        [200, 400],
        [409, 200],
      ]).toContainEqual([removed.statusCode, chosen.statusCode]);
      await t.app.inject({
        method: 'PUT',
        url: '/api/siteSettings/1',
        headers: { cookie: administrator },
        payload: { graphicURL: null },
      });
    }
  });

  test('a damaged file is reported by the check of the debug page, at any width', async () => {
    const check = async (): Promise<number> => {
      const { says } = await aboutImages.checks![0]!.run(t.services, new AbortController().signal);
      return Number(/; (\d+) are missing/.exec(says)?.[1]);
    };
    const wide = sharp({ create: { width: 500, height: 300, channels: 3, background: '#8af' } }).png();
    const [first, second] = [await uploaded(await anyPicture()), await uploaded(await wide.toBuffer())];
    const before = await check();
    const folder = join(t.services.settings.uploadDir, 'images');
    await truncate(join(folder, first.file.slice(0, 2), first.file), 1);
    const narrow = storedName(second.file, storedWidths(second.file)[0] ?? 0);
    await truncate(join(folder, narrow.slice(0, 2), narrow), 0);
    expect(await check()).toBe(before + 2);
  });

  test('files without a row are removed nightly, and others stay', async () => {
    const storedExif = await uploaded(await anyPicture());
    const lost = await uploaded(await anyPicture());
    await sql`delete from images where id = ${lost.id}`.execute(t.services.db);
    const store = imageStore(t.services);
    const folder = join(t.services.settings.uploadDir, 'images', 'arriving');
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'left-by-a-crash'), 'x');
    await cleanUpImages(t.services, store);
    expect(onDisk().some((name) => name.startsWith(lost.file.slice(0, 20)))).toBe(true);
    t.services.clock.moveTo(t.services.clock.now() + 2 * 86_400_000);
    await cleanUpImages(t.services, store);
    expect(onDisk().filter((name) => name.startsWith(lost.file.slice(0, 20)) || name === 'left-by-a-crash')).toEqual(
      [],
    );
    expect(onDisk().filter((name) => name.startsWith(storedExif.file.slice(0, 20))).length).toBe(
      1 + storedWidths(storedExif.file).length,
    );
  });
});
