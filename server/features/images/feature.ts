import type { CheckResult } from '../../../domain/calls/debug.ts';
import { storedName, storedWidths } from '../../../domain/values/images.ts';
import type { Diagnostics, Feature } from '../../feature.ts';
import type { CommandServices, ReadServices } from '../../services.ts';
import type { ImageStore } from './accept-image.ts';
import { REMOVE_JOB, watchDeletion } from './deletion.ts';
import type { ImageFiles } from './image-files.ts';
import { addImageServing, imageStore, registerImages } from './routes.ts';

/** Pictures are stored at several widths; rows record the size of the widest file in bytes. */
async function isWhole(files: ImageFiles, file: string, bytes: number): Promise<boolean> {
  if ((await files.sizeOf(file)) !== bytes) return false;
  for (const width of storedWidths(file)) if (!(await files.sizeOf(storedName(file, width)))) return false;
  return true;
}

async function compareImages(services: CommandServices, signal: AbortSignal): Promise<CheckResult> {
  const { files } = imageStore(services);
  const rows = await services.db.selectFrom('images').select(['file', 'bytes']).execute();
  let damaged = 0;
  for (const { file, bytes } of rows) {
    signal.throwIfAborted();
    if (!(await isWhole(files, file, bytes))) damaged += 1;
  }
  const says = `${rows.length} images are known; ${damaged} are missing or have another size than recorded.`;
  return damaged === 0
    ? { outcome: 'passed', says }
    : { outcome: 'failed', says, todo: 'Restore the folder of files from the backup. UPLOAD_DIR must be shared.' };
}

export const aboutImages: Diagnostics = {
  key: 'images',
  title: 'Images',
  facts: async ({ db }) => {
    const { count, size } = await db
      .selectFrom('images')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('bytes').as('size')])
      .executeTakeFirstOrThrow();
    return {
      facts: [
        { label: 'Images', value: count, kind: 'number' },
        { label: 'Size at their full width', value: size ?? 0, kind: 'bytes' },
      ],
    };
  },
  checks: [{ key: 'files', title: 'Compare the images with their rows', seconds: 60, run: compareImages }],
};

const DAY = 86_400_000;
const MANY = 1000;

export async function cleanUpImages({ db, clock }: ReadServices, { files, arrivals }: ImageStore): Promise<void> {
  const dayAgo = new Date(clock.now() - DAY);
  await arrivals.clearArriving(dayAgo);
  const images = await files.imagesBefore(dayAgo);
  for (let start = 0; start < images.length; start += MANY) {
    const batch = images.slice(start, start + MANY);
    const rows = await db.selectFrom('images').select('file').where('file', 'in', batch).execute();
    const named = new Set(rows.map(({ file }) => file));
    for (const file of batch) if (!named.has(file)) await files.remove(file);
  }
}

export const images: Feature = {
  name: 'images',
  checks: (services) => {
    services.engine.resolver.stores.set('image', { resource: 'images', field: 'file' });
    watchDeletion(services);
  },
  routes: registerImages,
  anonymousRoutes: addImageServing,
  diagnostics: [aboutImages],
  jobs: [{ name: REMOVE_JOB, every: 30, run: (services, { file }) => imageStore(services).files.remove(String(file)) }],
  housekeeping: (services) => cleanUpImages(services, imageStore(services)),
};
