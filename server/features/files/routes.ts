import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { announcedLength, encodedHeader, acceptRawBytes } from '../../platform/http/raw-bytes.ts';
import { problem } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';
import { accountOf } from '../accounts/authentication.ts';
import { readableIn, visibleIds } from '../requests/visible.ts';
import { Storage } from './storage.ts';
import { fileRow, isPicture } from '../requests/stored-files.ts';
import type { FileRow } from '../requests/stored-files.ts';
import { acceptUpload } from './upload.ts';

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
  required: ['formVersionId', 'field'],
  properties: {
    formVersionId: { type: 'string', pattern: '^[1-9][0-9]{0,15}$' },
    field: { type: 'string', minLength: 1, maxLength: 60 },
  },
};

/** Files of requests: raw uploads, and downloads for those who may see them. */
export async function registerFiles(app: FastifyInstance, services: Services): Promise<void> {
  const storage = new Storage(services.settings.uploadDir, services.clock);

  await app.register(async (uploads) => {
    acceptRawBytes(uploads);
    uploads.post<{ Querystring: { formVersionId: string; field: string }; Body: Readable | undefined }>(
      '/api/files',
      { schema: { querystring: uploadQuery } },
      async (request, reply) => {
        if (!request.body)
          throw problem(422, 'files.empty', 'Not uploaded', 'The file is empty. Choose the file again.');
        const stored = await acceptUpload(services, storage, request.actor, {
          userId: accountOf(request.actor),
          formVersionId: Number(request.query.formVersionId),
          field: request.query.field,
          name: encodedHeader(request, 'x-file-name'),
          bytes: request.body,
          announced: announcedLength(request),
        });
        return reply.code(201).send(stored);
      },
    );
  });

  app.get<ById>('/api/files/:id', { schema: { params } }, async (request, reply) => {
    const file = await visibleFile(services, request, request.params.id);
    return send(storage, reply, file, 'attachment', file.mime);
  });
  app.get<ById>('/api/files/:id/picture', { schema: { params } }, async (request, reply) => {
    const file = await visibleFile(services, request, request.params.id);
    if (!isPicture(file)) throw notThere();
    return send(storage, reply, file, 'inline', file.mime);
  });
}

/** Visible to the uploader and to everyone who may see the answers of its request. */
async function visibleFile(services: Services, { actor }: FastifyRequest, id: string): Promise<FileRow> {
  const file = await fileRow(services.db, id);
  if (!file) throw notThere();
  if (file.submissionId === null) {
    if (file.uploaderId !== actor.id) throw notThere();
    return file;
  }
  if (file.uploaderId === actor.id) return file;
  const visible = await visibleIds(services, actor, [file.submissionId]);
  if (!visible.has(file.submissionId)) throw notThere();
  const reads = await readableIn(services, actor, file.submissionId);
  if (!reads('data')) throw notThere();
  return file;
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
