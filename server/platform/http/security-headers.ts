import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Settings } from '../settings.ts';

/**
 * Styles keep 'unsafe-inline': documents hold their style sheets, elements their own positions, the editor adds style elements
 * while it runs, and a nonce would have to be in the document, which is cached and revalidated by ETag. Injected styles can
 * send nothing away: images, fonts and connections are same-origin only. Scripts are same-origin files; the only inline ones
 * are those of our own index.html, by hash.
 */
export async function addSecurityHeaders(
  app: FastifyInstance,
  settings: Settings,
  scriptHashes: string[],
  frameHosts: readonly string[] = [],
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        'default-src': ["'none'"],
        'script-src': ["'self'", ...scriptHashes],
        'style-src': ["'self'", "'unsafe-inline'"],
        'img-src': ["'self'", 'data:', 'blob:'],
        'font-src': ["'self'"],
        'connect-src': ["'self'"],
        'media-src': ["'self'"],
        'frame-src': ["'self'", ...frameHosts.map((host) => `https://${host}`)],
        'manifest-src': ["'self'"],
        'worker-src': ["'self'"],
        'base-uri': ["'none'"],
        'form-action': ["'self'"],
        'frame-ancestors': ["'none'"],
        ...(settings.publicUrl?.startsWith('https:') ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    crossOriginEmbedderPolicy: false,
    crossOriginOpenerPolicy: { policy: 'same-origin' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    frameguard: { action: 'deny' },
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: false,
  });
  app.addHook('onRequest', async (request, reply) => {
    reply.header('permissions-policy', 'camera=(), geolocation=(), microphone=(), payment=(), usb=()');
    reply.headers(headersOf(request, settings));
  });
}

/** Those that differ by request. */
export function headersOf(request: { id: string; protocol: string }, settings: Settings): Record<string, string> {
  return {
    'x-request-id': request.id,
    ...(isHttps(request, settings) ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** Whether the browser came by https, itself or by the trusted proxy's word. */
export function isHttps(request: { protocol: string }, settings: Settings): boolean {
  return request.protocol === 'https' || (settings.publicUrl?.startsWith('https:') ?? false);
}
