import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import autocannon from 'autocannon';

export interface Target {
  name: string;
  port: number;
}
export interface StartedServer extends Target {
  process: ChildProcess;
}

/** Starts a server of this folder in a separate process. */
export async function startServer(name: string, file: string, args: string[]): Promise<StartedServer> {
  const child = fork(join(import.meta.dirname, file), args, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  const [message] = (await Promise.race([
    once(child, 'message'),
    once(child, 'exit').then(() => {
      throw new Error(`${name} did not start`);
    }),
  ])) as [{ port: number }];
  return { name, port: message.port, process: child };
}

/** Milliseconds for which the event loop of the engine's server was blocked at most since the last question. */
export async function longestBlock({ process: child }: StartedServer): Promise<number> {
  const answered = once(child, 'message');
  child.send('longest block');
  const [message] = (await answered) as [{ longestBlock: number }];
  return message.longestBlock;
}

export async function stopServer({ process: child }: StartedServer): Promise<void> {
  const exited = once(child, 'exit');
  child.disconnect();
  await exited;
}

export interface Call {
  method: 'GET' | 'POST';
  path: () => string;
  body?: () => object;
  /** Of many sessions, in turn; without them, all requests are of the same. The path and the body are then always the same. */
  cookies?: readonly string[];
}

/** Requests per second answered with 2xx, at a concurrency of ten. */
export async function throughput(target: Target, call: Call, cookie: string, seconds: number): Promise<number> {
  const origin = `http://127.0.0.1:${target.port}`;
  const result = await autocannon({
    url: origin,
    connections: 10,
    duration: seconds,
    requests: call.cookies?.map((one) => ({
      method: call.method,
      path: call.path(),
      headers: { cookie: one, origin },
    })) ?? [
      {
        method: call.method,
        headers: { cookie, origin, ...(call.body ? { 'content-type': 'application/json' } : {}) },
        setupRequest: (request) => ({
          ...request,
          path: call.path(),
          ...(call.body ? { body: JSON.stringify(call.body()) } : {}),
        }),
      },
    ],
  });
  if (result.non2xx + result.errors > 0)
    throw new Error(`${target.name}: ${result.non2xx} refusals, ${result.errors} errors`);
  return result.requests.total / result.duration;
}

/** Latencies in milliseconds of sequential requests, sorted. */
export async function latencies(target: Target, path: () => string, cookie: string, times: number): Promise<number[]> {
  const taken: number[] = [];
  for (let index = 0; index < times; index += 1) {
    const start = performance.now();
    const answer = await fetch(`http://127.0.0.1:${target.port}${path()}`, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${path()} answered ${answer.status}`);
    taken.push(performance.now() - start);
  }
  return taken.toSorted((a, b) => a - b);
}

export interface Post {
  path: string;
  cookie: string;
  /** Sent as JSON. Default: nothing. */
  body?: object;
  headers?: Readonly<Record<string, string>>;
}

/** Calls per second, so many at the same time. The client shares the processors with the servers, so it does little. */
export async function postAll(servers: readonly Target[], calls: readonly Post[], atOnce: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let next = 0;
  const start = performance.now();
  await Promise.all(
    Array.from({ length: atOnce }, async (_, lane) => {
      const port = servers[lane % servers.length]?.port ?? 0;
      for (let call = calls[next++]; call !== undefined; call = calls[next++]) await post(agent, port, call);
    }),
  );
  const seconds = (performance.now() - start) / 1000;
  agent.destroy();
  return calls.length / seconds;
}

async function post(agent: Agent, port: number, { path, cookie, body, headers = {} }: Post): Promise<void> {
  const type = body === undefined ? {} : { 'content-type': 'application/json' };
  const sent = { ...headers, ...type, cookie, origin: `http://127.0.0.1:${port}` };
  const call = request({ agent, host: '127.0.0.1', port, method: 'POST', path, headers: sent });
  call.end(body === undefined ? undefined : JSON.stringify(body));
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  await once(answer.resume(), 'end');
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}`);
}

export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

export function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  );
}
