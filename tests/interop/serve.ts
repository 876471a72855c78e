import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import { gzipSync } from 'node:zlib';

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
};

export interface StockServer {
  origin: string;
  close(): Promise<void>;
}

/**
 * Serves the folder, with the API at `api` under /api. Ajv compiles schemas in the page, which our own content security policy
 * forbids; these pages have none. The browser's Host header is forwarded, so that the API accepts the Origin as its own.
 */
export async function serveStockPages(folder: string, api: string): Promise<StockServer> {
  const packed = new Map<string, Buffer>();
  const server = createServer((request, response) => {
    if (request.url?.startsWith('/api/')) forward(api, request, response);
    else void sendFile(packed, folder, request.url ?? '/', response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function forward(api: string, request: IncomingMessage, response: ServerResponse): void {
  const { method = 'GET', headers, url = '' } = request;
  // Its own connection: the API may close a reused one just as a request is sent on it.
  const onward = ask(`${api}${url}`, { method, headers, agent: false }, (answer) => {
    response.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(response);
  });
  onward.once('error', () => response.writeHead(502).end());
  request.pipe(onward);
}

async function sendFile(
  packed: Map<string, Buffer>,
  folder: string,
  url: string,
  response: ServerResponse,
): Promise<void> {
  const path = normalize(new URL(url, 'http://localhost').pathname);
  const name = path === '/' ? '/index.html' : path;
  const body =
    packed.get(name) ??
    (await readFile(join(folder, name)).then(
      (content) => gzipSync(content, { level: 9 }),
      () => null,
    ));
  if (body === null) {
    response.writeHead(404).end();
    return;
  }
  packed.set(name, body);
  response
    .writeHead(200, {
      'content-type': TYPES[extname(name)] ?? 'application/octet-stream',
      'content-encoding': 'gzip',
      'content-length': body.length,
    })
    .end(body);
}
