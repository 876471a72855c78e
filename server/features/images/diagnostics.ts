import type { CheckResult } from '../../../domain/calls/debug.ts';
import { storedName, storedWidths } from '../../../domain/values/images.ts';
import type { Diagnostics } from '../../feature.ts';
import type { Services } from '../../services.ts';
import type { ImageFiles } from './image-files.ts';
import { imageStore } from './routes.ts';

/** Pictures are stored at several widths; rows record the size of the widest file in bytes. */
async function isWhole(files: ImageFiles, file: string, bytes: number): Promise<boolean> {
  if ((await files.sizeOf(file)) !== bytes) return false;
  for (const width of storedWidths(file)) if (!(await files.sizeOf(storedName(file, width)))) return false;
  return true;
}

async function compareImages(services: Services, signal: AbortSignal): Promise<CheckResult> {
  const { files } = imageStore(services);
  const rows = await services.db.selectFrom('images').select(['file', 'bytes']).execute();
  let damaged = 0;
  for (const { file, bytes } of rows) {
    signal.throwIfAborted();
    if (!(await isWhole(files, file, bytes))) damaged += 1;
  }
  const says = `${rows.length} pictures are known; ${damaged} are missing or have another size than recorded.`;
  return damaged === 0
    ? { outcome: 'passed', says }
    : { outcome: 'failed', says, todo: 'Restore the folder of files from the backup. UPLOAD_DIR must be shared.' };
}

export const aboutImages: Diagnostics = {
  key: 'images',
  title: 'Pictures',
  facts: async ({ db }) => {
    const { count, size } = await db
      .selectFrom('images')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.sum<number | null>('bytes').as('size')])
      .executeTakeFirstOrThrow();
    return {
      facts: [
        { label: 'Pictures', value: count, kind: 'number' },
        { label: 'Size at their full width', value: size ?? 0, kind: 'bytes' },
      ],
    };
  },
  checks: [{ key: 'files', title: 'Compare the pictures with their rows', seconds: 60, run: compareImages }],
};
