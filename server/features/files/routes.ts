import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { announcedLength, encodedHeader, acceptRawBytes } from '../../platform/http/raw-bytes.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import { canJoinConversation, readableIn, visibleIds } from '../requests/visible.ts';
import { Storage } from './storage.ts';
import { fileRow, isPicture } from '../requests/stored-files.ts';
import type { FileRow } from '../requests/stored-files.ts';
import { canReadRecordFile } from './record-files.ts';
import { canReadTicketFile } from './ticket-files.ts';
import { acceptUpload, type UploadTarget } from './upload.ts';

interface ById {
  Params: { id: string };
}

const params = {
  type: 'object',
  required: ['id'],
  properties: { id: { type: 'string', pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' } },
};
const uploadQuery = {
  type: 'object',
  additionalProperties: false,
  // What it is for: a field of a form or of a resource, or a message about a request.
  oneOf: [exactly('formVersionId', 'field'), exactly('resource', 'field'), exactly('submission')],
  properties: {
    submission: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' },
    formVersionId: { type: 'string', pattern: '^[1-9][0-9]{0,14}$' },
    resource: { type: 'string', minLength: 1, maxLength: 60 },
    field: { type: 'string', minLength: 1, maxLength: 60 },
  },
};
function exactly(...names: string[]) {
  const properties = Object.fromEntries(names.map((name) => [name, {}]));
  return { required: names, properties, maxProperties: names.length };
}

type UploadQuery =
  { field: string; formVersionId: string } | { field: string; resource: string } | { submission: string };

/** Files of requests and records: raw uploads, and downloads for those who may see them. */
export async function registerFiles(app: FastifyInstance, services: Services): Promise<void> {
  const storage = new Storage(services.settings.uploadDir, services.clock);

  await app.register(async (uploads) => {
    acceptRawBytes(uploads);
    uploads.post<{ Querystring: UploadQuery; Body: Readable | undefined }>(
      '/api/files',
      { schema: { summary: 'Upload a file for a field of a form or of a resource', querystring: uploadQuery } },
      async (request, reply) => {
        if (!request.body)
          throw problem(422, 'files.empty', 'Not uploaded', 'The file is empty. Choose the file again.');
        const stored = await acceptUpload(services, storage, request.actor, {
          userId: accountOf(request.actor),
          target: targetOf(request.query),
          name: encodedHeader(request, 'x-file-name'),
          bytes: request.body,
          announced: announcedLength(request),
        });
        return reply.code(201).send(stored);
      },
    );
  });

  const config = { public: true };
  app.get<ById>('/api/files/:id', { schema: { params }, config }, async (request, reply) => {
    const file = await visibleFile(services, request, request.params.id);
    return send(storage, reply, file, 'attachment', file.mime);
  });
  app.get<ById>('/api/files/:id/picture', { schema: { params }, config }, async (request, reply) => {
    const file = await visibleFile(services, request, request.params.id);
    if (!isPicture(file)) throw notThere();
    return send(storage, reply, file, 'inline', file.mime);
  });
}

function targetOf(query: UploadQuery): UploadTarget {
  if ('submission' in query) return { conversation: Number(query.submission) };
  return 'resource' in query
    ? { resource: query.resource, field: query.field }
    : { formVersionId: Number(query.formVersionId), field: query.field };
}

/** A visitor is asked to log in where the file does not exist and where it is not public alike. */
async function visibleFile(services: Services, { actor }: FastifyRequest, id: string): Promise<FileRow> {
  const file = await fileRow(services.db, id);
  const { resource = null } = file ?? {};
  if (file && resource !== null && (await canReadRecordFile(services, actor, { ...file, resource }))) return file;
  accountOf(actor);
  if (file && resource === null && (await canReadRequestFile(services, actor, file))) return file;
  throw notThere();
}

/**
 * Of the answers of a request: readable by the uploader and by everyone who may see the answers. Of a message about it: by its customer
 * and by staff who may see it.
 */
async function canReadRequestFile(services: Services, actor: Actor, file: FileRow): Promise<boolean> {
  if (file.uploaderId === actor.id && file.requestMessageId === null) return true;
  if (file.submissionId === null) return file.formVersionId !== null && canReadTicketFile(services, actor, file);
  const visible = await visibleIds(services, actor, [file.submissionId]);
  if (!visible.has(file.submissionId)) return false;
  if (file.requestMessageId !== null) return canJoinConversation(services, actor, file.submissionId);
  const reads = await readableIn(services, actor, file.submissionId);
  return reads('data');
}

async function send(
  storage: Storage,
  reply: FastifyReply,
  file: FileRow,
  disposition: 'attachment' | 'inline',
  type: string,
): Promise<FastifyReply> {
  const bytes = await storage.open(file.storageKey);
  if (!bytes) throw notThere();
  if ((await storage.sizeOf(file.storageKey)) !== file.size) {
    bytes.destroy();
    throw problem(
      500,
      'files.damaged',
      'Damaged file',
      `${file.name} is stored incompletely on the server. Please tell the staff, and upload it again if you have it.`,
    );
  }
  const plain = file.name.replaceAll(/[^\x20-\x7e]|["\\%;]/g, '_');
  return reply
    .type(type)
    .header('content-length', file.size)
    .header(
      'content-disposition',
      `${disposition}; filename="${plain}"; filename*=UTF-8''${encodeURIComponent(file.name).replaceAll(/['()*]/g, percent)}`,
    )
    .header('x-content-type-options', 'nosniff')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cache-control', 'private, no-cache')
    .send(bytes);
}

function percent(character: string): string {
  return `%${character.charCodeAt(0).toString(16).toUpperCase()}`;
}

function notThere() {
  return problem(404, 'files.not-found', 'Not found', 'This file does not exist, or you may not see it.');
}
