import { createReadStream } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, parse } from 'node:path';
import { SYSTEM } from '../../../domain/declarations/actor.ts';
import type { Services } from '../../services.ts';
import { imageStore } from '../images/routes.ts';
import { acceptImage } from '../images/accept-image.ts';

const ENDINGS = ['.webp', '.png', '.jpg'];

export async function seedImages(services: Services): Promise<Map<string, string>> {
  const folder = join(services.settings.root, 'config', 'demo', 'images');
  const names = (await readdir(folder).catch(() => [])).filter((name) => ENDINGS.includes(extname(name))).sort();
  const alts =
    names.length === 0
      ? {}
      : (JSON.parse(await readFile(join(folder, 'alt.json'), 'utf8').catch(() => '{}')) as Record<string, string>);
  const store = imageStore(services);
  const files = new Map<string, string>();
  for (const name of names) {
    const { row } = await acceptImage(services, store, SYSTEM, {
      name,
      alt: alts[parse(name).name] ?? '',
      crop: null,
      use: name.endsWith('.png') ? 'icon' : 'photo',
      bytes: createReadStream(join(folder, name)),
      announced: null,
    });
    files.set(parse(name).name, String(row['file']));
  }
  return files;
}
