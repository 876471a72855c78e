import type { FastifyInstance } from 'fastify';
import { matchRoute } from '../../../domain/access/match-route.ts';
import type { RouteDeclaration } from '../../../domain/declarations/site.ts';
import type { Settings } from '../settings.ts';

interface DocumentRights {
  /** Of the document's own inline scripts, as the policy names them. */
  scriptHashes: readonly string[];
  /** Whose pages a document may embed. */
  frameHosts: readonly string[];
  /** Whose documents may use the camera. */
  cameraRoutes: readonly RouteDeclaration[];
}

/**
 * Styles need 'unsafe-inline': documents embed their style sheets, elements set their own positions, the editor adds style elements at
 * run time, and a nonce cannot be part of a cached document. Injected styles cannot exfiltrate anything: images, fonts and connections
 * are same-origin only. Scripts are same-origin files; the only inline scripts are index.html's own, allowed by hash. Frames from memory
 * (blob:) show PDFs; only a script of this site can make one.
 */
export function addSecurityHeaders(
  app: FastifyInstance,
  settings: Settings,
  { scriptHashes, frameHosts, cameraRoutes }: DocumentRights,
): void {
  const policy = [
    "default-src 'none'",
    ["script-src 'self'", ...scriptHashes].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self'",
    ["frame-src 'self' blob:", ...frameHosts.map((host) => `https://${host}`)].join(' '),
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    ...(settings.publicUrl?.startsWith('https:') ? ['upgrade-insecure-requests'] : []),
  ];
  const headers = {
    'content-security-policy': policy.join(';'),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'DENY',
    'x-permitted-cross-domain-policies': 'none',
    // Old browsers' filter of scripts, which can itself be abused.
    'x-xss-protection': '0',
  };
  app.addHook('onRequest', (request, reply, next) => {
    const [path = ''] = request.url.split('?', 1);
    const camera = matchRoute(path, cameraRoutes) === null ? 'camera=()' : 'camera=(self)';
    reply.headers(headers);
    reply.header('permissions-policy', `${camera}, geolocation=(), microphone=(), payment=(), usb=()`);
    reply.headers(requestHeaders(request, settings));
    next();
  });
}

export function requestHeaders(request: { id: string; protocol: string }, settings: Settings): Record<string, string> {
  return {
    'x-request-id': request.id,
    ...(isHttps(request, settings) ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

export function isHttps(request: { protocol: string }, settings: Settings): boolean {
  return request.protocol === 'https' || (settings.publicUrl?.startsWith('https:') ?? false);
}
