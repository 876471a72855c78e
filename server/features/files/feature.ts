import { type RawBuilder, sql } from 'kysely';
import { join, resolve } from 'node:path';
import type { Model } from '../../../domain/declarations/model.ts';
import { storedResources } from '../../declarations/views.ts';
import type { Feature } from '../../feature.ts';
import { columnRefs } from '../../platform/database.ts';
import type { SettingsPart } from '../../platform/settings.ts';
import type { ReadServices } from '../../services.ts';
import { aboutStorage } from './diagnostics.ts';
import { fileFields } from './file-fields.ts';
import { ownFiles } from './record-files.ts';
import { registerFiles } from './routes.ts';
import { Storage } from './storage.ts';
import { isOfDraft, isOfTicket } from './ticket-files.ts';

const FILE = columnRefs('files', 'f');
const DAY = 86_400_000;

/**
 * Deletes files older than a week that belong to no request, ticket, draft or record, and stored bytes without a row. A former file of a record
 * stays with it, because its history can be reverted to.
 */
export async function cleanUp(services: ReadServices, storage: Storage): Promise<void> {
  const { db, clock } = services;
  const weekAgo = new Date(clock.now() - 7 * DAY);
  const dayAgo = new Date(clock.now() - DAY);
  const rows = await db
    .deleteFrom('files as f')
    .where('f.submissionId', 'is', null)
    .where(isOfNoRecord(services.model))
    .where('f.createdAt', '<', weekAgo.toISOString())
    // A recent change: someone is signing up with it.
    .where('f.updatedAt', '<', dayAgo.toISOString())
    .where(({ not }) => not(isOfTicket()))
    .where(({ not }) => not(isOfDraft()))
    .returning('f.storageKey')
    .execute();
  for (const { storageKey } of rows) await storage.remove(storageKey);
  await storage.clearArriving(dayAgo);
  const keys = await storage.keysBefore(dayAgo);
  for (let start = 0; start < keys.length; start += 1000) {
    const batch = keys.slice(start, start + 1000);
    const known = await db.selectFrom('files').select('storageKey').where('storageKey', 'in', batch).execute();
    const named = new Set(known.map((row) => row.storageKey));
    for (const key of batch) if (!named.has(key)) await storage.remove(key);
  }
}

/** No record has named it, or its record, field or resource is deleted permanently. */
function isOfNoRecord(model: Model): RawBuilder<boolean> {
  const held = storedResources(model).flatMap((resource) => {
    const names = fileFields(resource).map(({ name }) => name);
    return names.length === 0
      ? []
      : sql`${FILE.resource} = ${resource.name} and ${FILE.field} = any(${names})
          and exists (select 1 from ${sql.table(resource.name)} "r" where "r"."id"::text = ${FILE.recordId})`;
  });
  return sql<boolean>`(${FILE.recordId} is null or not (${sql.join([sql`false`, ...held], sql` or `)}))`;
}

declare module '../../platform/settings.ts' {
  interface Settings {
    uploadDir: string;
  }
}

export const fileSettings: SettingsPart = {
  variables: ['UPLOAD_DIR'],
  read: ({ root, dataDir, text }) => ({ uploadDir: resolve(root, text('UPLOAD_DIR') ?? join(dataDir, 'files')) }),
};

export const files: Feature = {
  name: 'files',
  settings: fileSettings,
  checks: ownFiles,
  diagnostics: [aboutStorage],
  routes: registerFiles,
  housekeeping: (services) => cleanUp(services, new Storage(services.settings.uploadDir, services.clock)),
};
