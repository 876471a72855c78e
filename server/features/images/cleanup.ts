import type { Services } from '../../services.ts';
import type { ImageStore } from './accept-image.ts';

const DAY = 86_400_000;
const MANY = 1000;

export async function cleanUpImages({ db, clock }: Services, { files, arrivals }: ImageStore): Promise<void> {
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
