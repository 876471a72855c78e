/**
 * A hand-written baseline for the table `benchItems`: Fastify, pg and SQL. It does the same work as the engine for the same calls:
 * resolves the session, checks the role, validates the body, returns the same rows with their total, and writes the row and its
 * audit entry in one transaction.
 */
import { createHmac } from 'node:crypto';
import cookie from '@fastify/cookie';
import { fastify } from 'fastify';
import pg from 'pg';
import { KINDS } from './declarations.ts';
import { addPaymentRoute } from './hand-written-payment.ts';

const [url = '', secret = ''] = process.argv.slice(2);
for (const oid of [20, 1700]) pg.types.setTypeParser(oid, Number);
pg.types.setTypeParser(1082, (text) => text);
pg.types.setTypeParser(1184, (text) => new Date(text).toISOString());
const pool = new pg.Pool({ connectionString: url, max: 20, options: '-c timezone=UTC' });

const LISTED = `"id", "name", "code", "kind", "amount", "priceCents", "ratio", "active", "startsOn", "at", "email", "ownerId", "tags",
  "version", "createdAt", "createdById", "updatedAt", "updatedById"`;
const ALL = `${LISTED}, "note"`;

interface Account {
  id: number;
  username: string;
  roles: string[];
}
declare module 'fastify' {
  interface FastifyRequest {
    account: Account;
  }
}

const app = fastify({ logger: false });
await app.register(cookie);
app.decorateRequest('account');

app.addHook('onRequest', async (request, reply) => {
  const hash = createHmac('sha256', secret)
    .update(request.cookies['atrium'] ?? '')
    .digest('base64url');
  const { rows } = await pool.query<Account>(
    `select u."id", u."username", u."roles" from "sessions" s join "users" u on u."id" = s."userId"
     where s."tokenHash" = $1 and s."expiresAt" > now() and u."active"`,
    [hash],
  );
  const [account] = rows;
  if (!account) return reply.code(401).send({ error: 'Not logged in' });
  if (!account.roles.includes('Administrator')) return reply.code(403).send({ error: 'Not allowed' });
  request.account = account;
});

addPaymentRoute(app, pool);

const listQuery = {
  type: 'object',
  required: ['kind', 'start', 'end'],
  properties: {
    kind: { type: 'string', enum: KINDS },
    start: { type: 'integer', minimum: 0 },
    end: { type: 'integer', minimum: 0 },
  },
};

app.get<{ Querystring: { kind: string; start: number; end: number } }>(
  '/items',
  { schema: { querystring: listQuery } },
  async (request, reply) => {
    const { kind, start, end } = request.query;
    const [page, count] = await Promise.all([
      pool.query(
        `select ${LISTED} from "benchItems" where "kind" = $1 order by "startsOn" desc, "id" desc limit $2 offset $3`,
        [kind, end - start + 1, start],
      ),
      pool.query<{ count: number }>('select count(*) as "count" from "benchItems" where "kind" = $1', [kind]),
    ]);
    reply.header('Content-Range', `items ${start}-${start + page.rows.length - 1}/${count.rows[0]?.count}`);
    return page.rows;
  },
);

app.get('/unread', async (request, reply) => {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as "count" from "messageRecipients" where "userId" = $1 and "readAt" is null and "archivedAt" is null',
    [request.account.id],
  );
  return reply.type('application/json').send(String(rows[0]?.count));
});

/** A page of the sessions that are still to come, as the portal lists them. */
app.get<{ Querystring: { page: number } }>(
  '/upcoming',
  {
    schema: {
      querystring: { type: 'object', required: ['page'], properties: { page: { type: 'integer', minimum: 1 } } },
    },
  },
  async (request) => {
    const listed = `from "instances" i join "events" e on e."id" = i."eventId"
      left join "categories" c on c."id" = e."categoryId" and c."active"
      left join "locations" l on l."id" = i."locationId" and l."active" and l."isPublic"
      where i."status" = 'published' and i."endsAt" > now() and i."startsAt" > now() - interval '31 days' and e."active" and e."deletedAt" is null`;
    const [page, count] = await Promise.all([
      pool.query({
        name: 'upcoming',
        text: `select i."id", i."eventId", i."startsAt", i."endsAt", i."signupOpensAt", i."signupClosesAt", i."capacity", i."confirmed",
            i."waiting", i."locationNote", e."title", e."summary", e."signupOpensDays", e."signupClosesHours", e."cancelDeadlineHours",
            e."waitlistOn", e."waitlistMax", e."feeCents", c."id" as "categoryId", c."name" as "categoryName", c."color", l."displayName",
            l."buildingCode", l."room", l."timezone",
            exists (select 1 from "prerequisites" p where p."eventId" = e."id") as "hasPrerequisites"
          ${listed} order by i."startsAt", i."id" limit 50 offset $1`,
        values: [(request.query.page - 1) * 50],
      }),
      pool.query<{ count: number }>({ name: 'upcoming-count', text: `select count(*) as "count" ${listed}` }),
    ]);
    return { sessions: page.rows, total: count.rows[0]?.count };
  },
);

const countedQuery = {
  type: 'object',
  required: ['kind', 'below'],
  properties: { kind: { type: 'string', enum: KINDS }, below: { type: 'integer' } },
};

app.get<{ Querystring: { kind: string; below: number } }>(
  '/counted',
  { schema: { querystring: countedQuery } },
  async (request, reply) => {
    const { kind, below } = request.query;
    const matching = 'from "benchItems" where "kind" = $1 and "amount" < $2';
    const [page, count] = await Promise.all([
      pool.query(`select ${LISTED} ${matching} order by "startsOn" desc, "id" desc limit 25`, [kind, below]),
      pool.query<{ count: number }>(`select count(*) as "count" ${matching}`, [kind, below]),
    ]);
    reply.header('Content-Range', `items 0-${page.rows.length - 1}/${count.rows[0]?.count}`);
    return page.rows;
  },
);

app.get<{ Params: { id: number } }>(
  '/items/:id',
  { schema: { params: { type: 'object', properties: { id: { type: 'integer' } } } } },
  async (request, reply) => {
    const { rows } = await pool.query(`select ${ALL} from "benchItems" where "id" = $1`, [request.params.id]);
    return rows[0] ?? reply.code(404).send({ error: 'Not found' });
  },
);

const item = {
  type: 'object',
  additionalProperties: false,
  required: ['name', 'code', 'kind', 'amount', 'active', 'startsOn'],
  properties: {
    name: { type: 'string', minLength: 1, maxLength: 120 },
    code: { type: 'string', minLength: 1, maxLength: 40 },
    kind: { type: 'string', enum: KINDS },
    amount: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    priceCents: { type: 'integer', minimum: 0, maximum: 1_000_000 },
    ratio: { type: 'number', minimum: 0, maximum: 1 },
    active: { type: 'boolean' },
    startsOn: { type: 'string', format: 'date' },
    at: { type: 'string', format: 'date-time' },
    email: { type: 'string', format: 'email', maxLength: 254 },
    ownerId: { type: 'integer' },
    tags: { type: 'array', maxItems: 10, items: { type: 'string', maxLength: 40 } },
    note: { type: 'string', maxLength: 4000 },
  },
};

type Item = Record<string, unknown> & { ownerId?: number; tags?: string[] };

app.post<{ Body: Item }>('/items', { schema: { body: item } }, async (request, reply) => {
  const { body, account, ip } = request;
  const client = await pool.connect();
  try {
    await client.query('begin');
    if (body.ownerId !== undefined) {
      const owner = await client.query('select 1 from "users" where "id" = $1 and "active"', [body.ownerId]);
      if (owner.rowCount === 0) throw new Error('The owner does not exist');
    }
    const { rows } = await client.query<Record<string, unknown>>(
      `insert into "benchItems" ("name", "code", "kind", "amount", "priceCents", "ratio", "active", "startsOn", "at", "email", "ownerId", "tags", "note", "createdById", "updatedById")
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $14) returning ${ALL}`,
      [
        body['name'],
        body['code'],
        body['kind'],
        body['amount'],
        body['priceCents'],
        body['ratio'],
        body['active'],
        body['startsOn'],
        body['at'],
        body['email'],
        body.ownerId,
        body.tags && JSON.stringify(body.tags),
        body['note'],
        account.id,
      ],
    );
    await client.query(
      `insert into "auditEntries" ("at", "actorId", "actorName", "ip", "resource", "recordId", "action", "before", "after", "rowVersion")
       values (now(), $1, $2, $3, 'benchItems', $4, 'create', null, $5, 1)`,
      [account.id, account.username, ip, String(rows[0]?.['id']), JSON.stringify(rows[0])],
    );
    await client.query('commit');
    return await reply.code(201).send(rows[0]);
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

/** A seat for the caller, its audit entry, the message and its mail, while the session is locked. */
app.post<{ Params: { id: string } }>('/sign-up/:id', async (request, reply) => {
  const { account, ip } = request;
  const id = Number(request.params.id);
  const client = await pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ capacity: number; confirmed: number; title: string; startsAt: string }>(
      `select i."capacity", i."confirmed", i."startsAt", e."title" from "instances" i join "events" e on e."id" = i."eventId"
       where i."id" = $1 for update of i`,
      [id],
    );
    const [session] = rows;
    const own = await client.query('select "id" from "tickets" where "activeFor" = $1', [`${id}:${account.id}`]);
    if (session === undefined || own.rowCount !== 0 || session.confirmed >= session.capacity)
      throw new Error('Refused');
    const ticket = await client.query<{ id: number }>(
      `insert into "tickets" ("instanceId", "userId", "status", "source", "activeFor", "createdById", "updatedById")
       values ($1, $2, 'confirmed', 'web', $3, $2, $2) returning *`,
      [id, account.id, `${id}:${account.id}`],
    );
    await client.query(
      `insert into "auditEntries" ("at", "actorId", "actorName", "ip", "resource", "recordId", "action", "before", "after", "rowVersion")
       values (now(), $1, $2, $3, 'tickets', $4, 'create', null, $5, 1)`,
      [account.id, account.username, ip, String(ticket.rows[0]?.id), JSON.stringify(ticket.rows[0])],
    );
    const message = await client.query<{ id: number }>(
      `insert into "messages" ("event", "category", "kind", "subject", "html", "authorKind", "about", "aboutId", "aboutTitle")
       values ('ticketConfirmed', 'events', 'StatusUpdate', $1, $2, 'System', 'tickets', $3, $4) returning "id"`,
      [
        `Your seat: ${session.title}`,
        `<p>You have a seat, ${session.startsAt}.</p>`,
        ticket.rows[0]?.id,
        session.title,
      ],
    );
    await client.query('insert into "messageRecipients" ("messageId", "userId") values ($1, $2)', [
      message.rows[0]?.id,
      account.id,
    ]);
    await client.query(
      `insert into "mails" ("address", "userId", "messageId", "category", "event", "state", "subject", "dueAt", "headerId")
       select "email", "id", $2, 'events', 'ticketConfirmed', 'queued', $3, now(), $4 from "users" where "id" = $1`,
      [account.id, message.rows[0]?.id, `Your seat: ${session.title}`, `<${id}-${account.id}@localhost>`],
    );
    await client.query('update "instances" set "confirmed" = coalesce("confirmed", 0) + 1 where "id" = $1', [id]);
    await client.query('commit');
    return await reply.send({ id: ticket.rows[0]?.id });
  } catch (error) {
    await client.query('rollback');
    throw error;
  } finally {
    client.release();
  }
});

await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
process.once('disconnect', () => process.exit());
