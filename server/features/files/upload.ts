import type { Readable } from 'node:stream';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { fileValue } from '../../../domain/values/file-value.ts';
import { cleanFileName } from '../../platform/file-name.ts';
import { canAccessField } from '../../declarations/permission.ts';
import type { StoredFile } from '../../../domain/calls/files.ts';
import {
  acceptsName,
  fileEnding,
  largestFile,
  megabytes,
  type UploadRules,
} from '../../../domain/requests/upload-rules.ts';
import { transaction } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { ProblemError } from '../../platform/problem.ts';
import type { CommandServices, Needs, RowServices } from '../../services.ts';
import { versionRow } from '../requests/rows.ts';
import { canJoinConversation } from '../requests/visible.ts';
import { fileFields, isNamed } from './file-fields.ts';
import { detectContent } from './content-kind.ts';
import { TooLarge } from './storage.ts';
import type { Arrived, Storage } from './storage.ts';
import { storedFile } from '../requests/stored-files.ts';
import { isSignupForm } from './ticket-files.ts';
import { limitUploads, requireSpace } from './upload-limits.ts';

/** What a file is uploaded for: a field of a request form or of a resource, or a message about a request (its id). */
export type UploadTarget =
  | { formVersionId: number; field: string }
  | { resource: string; field: string }
  | { conversation: number };

export interface Upload {
  userId: number;
  target: UploadTarget;
  name: string;
  bytes: Readable;
  announced: number | null;
}

export async function acceptUpload(
  services: CommandServices,
  storage: Storage,
  actor: Actor,
  upload: Upload,
): Promise<StoredFile> {
  const field = await uploadRules(services, actor, upload.target);
  const name = checkName(upload.name, field);
  const limit = largestFile(field, services.model.site.uploadMegabytes);
  if (upload.announced !== null && upload.announced > limit) throw tooLarge(name, upload.announced, limit);
  await requireSpace(services, upload.announced ?? 0);
  // Fails early; the binding check runs when the row is inserted.
  await limitUploads(services, services.db, upload.userId, upload.announced ?? 0);
  const arrived = await receive(storage, upload, name, limit);
  try {
    if (arrived.size === 0) throw refused('files.empty', `${name} is empty. Choose the file again.`);
    const content = await detectContent(name, fileEnding(name), arrived.sample, arrived.size);
    if (typeof content === 'string') throw refused('files.wrong-content', content);
    return await keep(services, storage, upload, { name, mime: content.mime, arrived });
  } catch (error) {
    await storage.discard(arrived);
    throw error;
  }
}

async function uploadRules(services: RowServices, actor: Actor, target: UploadTarget): Promise<UploadRules> {
  if ('conversation' in target) {
    if (await canJoinConversation(services, actor, target.conversation)) return {};
    throw problem(
      404,
      'files.no-such-request',
      'Not found',
      'This request does not exist, or you do not have access to it.',
    );
  }
  return 'resource' in target ? resourceField(services, actor, target) : formField(services, actor, target);
}

/** The same refusal for a field that does not exist and for one that the actor may not write in any record. */
function resourceField(
  { engine, model }: Needs<'engine' | 'model'>,
  actor: Actor,
  target: { resource: string; field: string },
): UploadRules {
  const resource = model.resources.get(target.resource);
  const field = resource && !resource.config.internal ? fileFields(resource).find(isNamed(target.field)) : undefined;
  const canWrite =
    resource &&
    field &&
    !field.readOnly &&
    (['create', 'update'] as const).some(
      (action) =>
        resource.config.writes[action] && canAccessField(engine.resolver.access(actor, resource, action), field.name),
    );
  if (!canWrite)
    throw problem(
      404,
      'files.no-such-field',
      'Not found',
      'This file field does not exist, or you cannot write to it.',
    );
  return field.schema;
}

async function formField(
  services: Needs<'db' | 'engine'>,
  actor: Actor,
  { formVersionId, field }: { formVersionId: number; field: string },
): Promise<UploadRules> {
  const version = await versionRow(services.db, formVersionId);
  if (!version)
    throw problem(404, 'files.no-such-form', 'Not found', 'This form does not exist, or you do not have access to it.');
  if (!(await isSignupForm(services.db, version.formId))) await services.engine.get(actor, 'forms', version.formId);
  const found = Object.hasOwn(version.schema.properties, field) ? version.schema.properties[field] : undefined;
  if (found?.['x-field'] !== 'FileUpload')
    throw problem(404, 'files.no-such-field', 'Not found', 'This form does not have this file field.');
  return found;
}

function checkName(given: string, field: UploadRules): string {
  const name = cleanFileName(given);
  if (name === null) {
    throw problem(
      400,
      'files.bad-name',
      'Bad request',
      'Give the name of the file in the X-File-Name header, percent-encoded.',
    );
  }
  if (!acceptsName(field, name)) {
    throw refused(
      'files.wrong-kind',
      `${name} is not an accepted type of file. Choose ${listed(field['x-accept'] ?? [])}.`,
    );
  }
  return name;
}

function listed(endings: readonly string[]): string {
  const last = endings.at(-1) ?? '';
  return endings.length < 2 ? `a ${last} file` : `a ${endings.slice(0, -1).join(', ')} or ${last} file`;
}

async function receive(storage: Storage, { bytes }: Upload, name: string, limit: number): Promise<Arrived> {
  try {
    return await storage.receive(bytes, limit);
  } catch (error) {
    if (error instanceof TooLarge) throw tooLarge(name, null, limit);
    if (
      error instanceof Error &&
      'code' in error &&
      ['ECONNRESET', 'ERR_STREAM_PREMATURE_CLOSE'].includes(String(error.code))
    ) {
      throw problem(400, 'files.broken-off', 'Not uploaded', `The upload of ${name} was interrupted. Try again.`);
    }
    throw error;
  }
}

async function keep(
  services: CommandServices,
  storage: Storage,
  { userId, target }: Upload,
  { name, mime, arrived }: { name: string; mime: string; arrived: Arrived },
): Promise<StoredFile> {
  const key = await storage.keep(arrived);
  try {
    return await transaction(services.db, async (tx) => {
      // Serialized per account, so that concurrent uploads are counted correctly.
      await tx.selectFrom('users').select('id').where('id', '=', userId).forNoKeyUpdate().execute();
      const { size, sha256 } = arrived;
      await limitUploads(services, tx, userId, size);
      const { id } = await tx
        .insertInto('files')
        .values({
          name,
          mime,
          size,
          sha256,
          storageKey: key,
          uploaderId: userId,
          ...('conversation' in target ? {} : target),
          createdById: userId,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      return 'resource' in target
        ? { ...storedFile({ id, name, mime, size }), value: fileValue({ id, name, size }) }
        : storedFile({ id, name, mime, size });
    });
  } catch (error) {
    await storage.remove(key);
    throw error;
  }
}

function tooLarge(name: string, size: number | null, limit: number): ProblemError {
  const is = size === null ? `${name} is larger than` : `${name} is ${megabytes(size)};`;
  const most = size === null ? ` ${megabytes(limit)}.` : ` the limit is ${megabytes(limit)}.`;
  return problem(413, 'files.too-large', 'Too large', `${is}${most} Choose a smaller file.`);
}

function refused(code: string, detail: string): ProblemError {
  return problem(422, code, 'Not uploaded', detail);
}
