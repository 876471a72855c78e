import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Query } from '../../../domain/calls/call.ts';
import { fileCalls, uploadCalls } from '../../../domain/calls/files.ts';
import type { Actor } from '../../../domain/declarations/actor.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { announcedLength, encodedHeader, acceptRawBytes } from '../../platform/http/raw-bytes.ts';
import { problem } from '../../platform/problem.ts';
import type { CommandServices, RowServices } from '../../services.ts';
import { requireAccountId } from '../accounts/authentication.ts';
import { canJoinConversation, readableIn, visibleIds } from '../requests/visible.ts';
import { Storage } from './storage.ts';
import { fileRow, isPicture } from '../requests/stored-files.ts';
import type { FileRow } from '../requests/stored-files.ts';
import { canReadRecordFile } from './record-files.ts';
import { canReadTicketFile } from './ticket-files.ts';
import { acceptUpload, type UploadTarget } from './upload.ts';

type UploadQuery = Query<(typeof uploadCalls)['POST /api/files']>;

export async function registerFiles(app: FastifyInstance, services: CommandServices): Promise<void> {
  const storage = new Storage(services.settings.uploadDir, services.clock);

  await app.register(async (uploads) => {
    acceptRawBytes(uploads);
    addCalls(uploads, uploadCalls, {
      'POST /api/files': async ({ actor, query, request }) => {
        if (!request.body)
          throw problem(422, 'files.empty', 'Not uploaded', 'The file is empty. Choose the file again.');
        return acceptUpload(services, storage, actor, {
          userId: requireAccountId(actor),
          target: uploadTarget(query),
          name: encodedHeader(request, 'x-file-name'),
          bytes: request.body as Readable,
          announced: announcedLength(request),
        });
      },
    });
  });

  addCalls(app, fileCalls, {
    'GET /api/files/:id': async ({ request, reply, params }) => {
      const file = await visibleFile(services, request, params.id);
      return send(storage, reply, file, 'attachment', file.mime);
    },
    'GET /api/files/:id/picture': async ({ request, reply, params }) => {
      const file = await visibleFile(services, request, params.id);
      if (!isPicture(file)) throw notThere();
      return send(storage, reply, file, 'inline', file.mime);
    },
  });
}

/** The schema has made sure that it names one. */
function uploadTarget({ submission, formVersionId, resource, field = '' }: UploadQuery): UploadTarget {
  if (submission !== undefined) return { conversation: submission };
  return resource !== undefined ? { resource, field } : { formVersionId: formVersionId ?? 0, field };
}

/** A visitor is asked to log in both for missing files and for private ones. */
async function visibleFile(services: RowServices, { actor }: FastifyRequest, id: string): Promise<FileRow> {
  const file = await fileRow(services.db, id);
  const { resource = null } = file ?? {};
  if (file && resource !== null && (await canReadRecordFile(services, actor, { ...file, resource }))) return file;
  requireAccountId(actor);
  if (file && resource === null && (await canReadRequestFile(services, actor, file))) return file;
  throw notThere();
}

/**
 * Files of answers: readable by the uploader and by everyone who can see the answers. Of a message: by its customer and
 * by staff who can see it.
 */
async function canReadRequestFile(services: RowServices, actor: Actor, file: FileRow): Promise<boolean> {
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
      `${file.name} is incomplete on the server. Please contact the staff, and upload it again if you have it.`,
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
  return problem(404, 'files.not-found', 'Not found', 'This file does not exist, or you do not have access to it.');
}
