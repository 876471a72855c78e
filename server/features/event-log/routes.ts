import type { FastifyInstance, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../platform/database.ts';
import { tooMany } from '../../platform/problem.ts';
import type { Services } from '../../services.ts';

type Level = 'error' | 'warning';
interface Report { message: string; exception: string; location: string }

/** Counted in the table itself, so over all server processes. */
const PER_ADDRESS_AND_MINUTE = 30;
const ALTOGETHER_PER_MINUTE = 600;
const LENGTHS = { message: 2_000, exception: 8_000, location: 2_000 };

const TEXT = { type: 'string' };
const REPORT = {
  type: 'object', additionalProperties: false, required: ['message', 'exception', 'location'],
  properties: { message: { type: 'string', minLength: 1 }, exception: TEXT, location: TEXT },
};

/** The calls by which browsers report errors. Open to all, so whatever is in them is text by a stranger. */
export async function registerEventLog(app: FastifyInstance, { db }: Services): Promise<void> {
  for (const [path, level] of [['/api/EventLog/LogError', 'error'], ['/api/EventLog/LogWarning', 'warning']] as const) {
    app.post<{ Body: Report }>(path, { config: { public: true }, bodyLimit: 65_536, schema: { body: REPORT } }, async (request, reply) => {
      await refuseFlood(db, request.ip);
      await write(db, level, request.body, request);
      return reply.code(204).send();
    });
  }
}

async function refuseFlood(db: Db, ip: string): Promise<void> {
  const { rows } = await sql<{ mine: number; all: number }>`
    select count(*) filter (where ip = ${ip}) as mine, count(*) as all
    from "eventLog" where "createdAt" > now() - interval '1 minute'`.execute(db);
  if (rows[0]!.mine < PER_ADDRESS_AND_MINUTE && rows[0]!.all < ALTOGETHER_PER_MINUTE) return;
  throw tooMany('event-log.too-many', 'Too many reports', 'Too many errors were reported in the last minute. This one was not kept.', 60);
}

async function write(db: Db, level: Level, report: Report, request: FastifyRequest): Promise<void> {
  const { message, exception, location } = report;
  await sql`
    insert into "eventLog" (level, message, exception, location, "userId", ip, "userAgent")
    values (${level}, ${cut(message, LENGTHS.message)}, ${cut(exception, LENGTHS.exception)}, ${cut(location, LENGTHS.location)},
      ${request.actor.id}, ${request.ip}, ${cut(request.headers['user-agent'] ?? '', 300)})`.execute(db);
}

/** At most `length` characters, counted as PostgreSQL does, without control characters that could move a reader's cursor. */
function cut(text: string, length: number): string {
  return [...text.slice(0, length * 2).replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, ' ')].slice(0, length).join('');
}
