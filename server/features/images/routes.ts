import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { imageCalls, pictureCalls } from '../../../domain/calls/files.ts';
import { canAccess } from '../../declarations/permission.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { matchesEntityTag } from '../../platform/http/entity-tags.ts';
import { announcedLength, encodedHeader, acceptRawBytes } from '../../platform/http/raw-bytes.ts';
import { problem } from '../../platform/problem.ts';
import { forbidden } from '../../resources/refusals.ts';
import { withRowsOf } from '../../resources/row-calls.ts';
import type { CommandServices, Needs } from '../../services.ts';
import { Storage } from '../files/storage.ts';
import { readCrop } from './crop.ts';
import { ImageFiles } from './image-files.ts';
import { acceptImage, type ImageStore } from './accept-image.ts';

export function imageStore({ settings, clock }: Needs<'settings' | 'clock'>): ImageStore {
  const folder = join(settings.uploadDir, 'images');
  return { files: new ImageFiles(folder, clock), arrivals: new Storage(folder, clock) };
}

export async function registerImages(app: FastifyInstance, services: CommandServices): Promise<void> {
  const { engine } = services;
  const store = imageStore(services);
  acceptRawBytes(app);

  const requireUploadRight = async ({ actor }: FastifyRequest): Promise<void> => {
    if (!canAccess(engine.resolver.access(actor, engine.resolver.resource('images'), 'create')))
      throw forbidden('You cannot add images.');
  };
  addCalls(app, withRowsOf(engine.resolver.resource('images'), imageCalls), {
    'POST /api/content/images': {
      onRequest: requireUploadRight,
      handle: async ({ actor, query: { crop, use = 'photo' }, request, reply }) => {
        const area = crop === undefined ? null : readCrop(crop);
        if (crop !== undefined && area === null)
          throw problem(
            400,
            'images.bad-crop',
            'Bad request',
            'crop is x,y,width,height in whole pixels, such as 0,0,640,480.',
          );
        if (!request.body)
          throw problem(422, 'images.empty', 'Not uploaded', 'The image is empty. Choose the file again.');
        const { row, isNew } = await acceptImage(services, store, actor, {
          crop: area,
          use,
          bytes: request.body as Readable,
          type: request.headers['content-type'],
          name: encodedHeader(request, 'x-file-name'),
          alt: encodedHeader(request, 'x-alt-text').trim(),
          announced: announcedLength(request),
        });
        reply.code(isNew ? 201 : 200);
        return engine.resolver.view(actor, engine.resolver.resource('images')).project(row);
      },
    },
  });
}

/** Public image files. A file name is content-addressed, so it is cached forever. */
export async function addImageServing(
  app: FastifyInstance,
  services: Needs<'clock' | 'settings' | 'watch'>,
): Promise<void> {
  const { files } = imageStore(services);
  services.watch.caches.set('Images', () => files.cacheFigures());
  addCalls(app, pictureCalls, {
    'GET /api/Content/:file': async ({ request, reply, params }) => {
      const found = await files.open(params.file);
      if (!found) throw problem(404, 'images.not-found', 'Not found', 'This image does not exist.');
      return send(request, reply, params.file, found);
    },
  });
}

function send(
  request: FastifyRequest,
  reply: FastifyReply,
  name: string,
  { size, bytes }: { size: number; bytes: Buffer | Readable },
): FastifyReply {
  const etag = `"${name}"`;
  reply
    .header('etag', etag)
    .header('cache-control', 'public, max-age=31536000, immutable')
    .header('content-security-policy', "default-src 'none'; sandbox")
    .header('cross-origin-resource-policy', 'same-origin')
    .header('x-content-type-options', 'nosniff')
    .header('content-disposition', `inline; filename="${name}"`);
  if (matchesEntityTag(request, etag)) {
    if (!Buffer.isBuffer(bytes)) bytes.destroy();
    return reply.code(304).send();
  }
  return reply
    .type(name.endsWith('.png') ? 'image/png' : 'image/webp')
    .header('content-length', size)
    .send(bytes);
}
