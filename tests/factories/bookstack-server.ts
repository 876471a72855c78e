import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A fake BookStack server: answers as the test specifies and records what it was asked. */
export interface BookStackServer {
  url: string;
  asked: {
    path: string;
    query: string | null;
    count: string | null;
    authorization: string | undefined;
    cookie: string | undefined;
  }[];
  /** The handler of further requests. */
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  close(): Promise<void>;
}

export async function startBookStack(): Promise<BookStackServer> {
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://localhost');
    const { authorization, cookie } = request.headers;
    stack.asked.push({
      path: url.pathname,
      query: url.searchParams.get('query'),
      count: url.searchParams.get('count'),
      authorization,
      cookie,
    });
    stack.answer(request, response);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const stack: BookStackServer = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: [],
    answer: (_request, response) => response.end(json({ data: [], total: 0 })),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return stack;
}

export function json(value: unknown): string {
  return JSON.stringify(value);
}
