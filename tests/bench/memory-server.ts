/** A Fastify server that mirrors paths of another server, answering with the same bytes from memory. */
import { fastify } from 'fastify';

const [origin = '', ...paths] = process.argv.slice(2);
const app = fastify({ logger: false });
for (const path of paths) {
  const answer = await fetch(`${origin}${path}`, { headers: { 'accept-encoding': 'identity' } });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  const body = Buffer.from(await answer.arrayBuffer());
  const type = answer.headers.get('content-type') ?? '';
  app.get(new URL(path, origin).pathname, async (_request, reply) => reply.type(type).send(body));
}
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
process.once('disconnect', () => process.exit());
