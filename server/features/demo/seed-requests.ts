/**
 * The demonstration's requests (config/demo/requests/requests.json), filed and worked by the same commands as real ones:
 *
 *   { "form": "poster-printing", "by": "student", "ago": 60,
 *     "answers": { "width": 24, "file": ["@file:bridge-poster.pdf"] },
 *     "steps": [ { "by": "requestsprocessor", "to": "InProcess" } ] }
 *
 * `ago` is in hours; files lie beside the list; dates are written as in the other demonstration files.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { DateTime } from 'luxon';
import type { Actor } from '../../../domain/actor.ts';
import type { Json } from '../../../domain/json.ts';
import type { Answers } from '../../../domain/request-form.ts';
import type { Status } from '../../../domain/workflow.ts';
import type { Services } from '../../services.ts';
import { Storage } from '../files/storage.ts';
import { acceptUpload } from '../files/upload.ts';
import { changeStatuses } from '../requests/change-status.ts';
import type { StepInput } from '../requests/steps.ts';
import { submit } from '../requests/submit.ts';
import { loadWorkflow } from '../requests/workflow-file.ts';
import { columnRefs, NOW } from '../../platform/database.ts';
import { MadeRows, resolve } from './demo-values.ts';

interface DemoRequest {
  form: string;
  by: string;
  ago: number;
  answers: Record<string, Json>;
  steps: ({ by: string; to: Status } & StepInput)[];
}

const FILE = '@file:';

/** Submits each request and applies its steps. Requests submitted by an interrupted start are left as they are. */
export async function seedRequests(services: Services, now: DateTime): Promise<void> {
  const folder = join(services.settings.root, 'config', 'demo', 'requests');
  const requests = JSON.parse(await readFile(join(folder, 'requests.json'), 'utf8')) as DemoRequest[];
  const workflow = loadWorkflow(services.settings.root);
  for (const request of requests) {
    const actor = await actorNamed(services, request.by);
    const formVersionId = await publishedVersion(services, request.form);
    const answers = await withFiles(services, folder, actor, formVersionId, request.answers);
    const data = resolve(answers, new MadeRows(), now);
    const id = await submit(services, workflow, actor, { formVersionId, data: data as Answers }, undefined);
    for (const { by, to, ...step } of request.steps) {
      const from = await statusOf(services, id);
      const input = resolve(step as Record<string, Json>, new MadeRows(), now) as StepInput;
      await changeStatuses(services, workflow, await actorNamed(services, by), { ...input, to, items: [{ id, from }] });
    }
    await moveBack(services, id, request.ago);
  }
}

async function actorNamed({ db, model }: Services, username: string): Promise<Actor> {
  const user = await db.selectFrom('users').select(['id', 'roles']).where('username', '=', username).executeTakeFirst();
  if (!user) throw new Error(`The demonstration's requests name ${username}, who has no account.`);
  const implicit = model.roles.filter((role) => role.implicit).map((role) => role.name);
  return { id: user.id, username, roles: [...(user.roles ?? []), ...implicit], groupIds: [], isKiosk: false, ip: null };
}

async function publishedVersion({ db }: Services, form: string): Promise<number> {
  const found = await db.selectFrom('forms').select('currentVersionId').where('name', '=', form).executeTakeFirst();
  if (!found?.currentVersionId)
    throw new Error(`The demonstration's requests name the form ${form}, which does not exist.`);
  return found.currentVersionId;
}

async function withFiles(
  services: Services,
  folder: string,
  actor: Actor,
  formVersionId: number,
  answers: Record<string, Json>,
): Promise<Record<string, Json>> {
  const storage = new Storage(services.settings.uploadDir, services.clock);
  const filled: Record<string, Json> = {};
  for (const [field, answer] of Object.entries(answers)) {
    filled[field] = Array.isArray(answer)
      ? await Promise.all(
          answer.map(async (item) => {
            if (typeof item !== 'string' || !item.startsWith(FILE) || actor.id === null) return item;
            const name = item.slice(FILE.length);
            const bytes = createReadStream(join(folder, name));
            return (
              await acceptUpload(services, storage, actor, {
                userId: actor.id,
                target: { formVersionId, field },
                name,
                bytes,
                announced: null,
              })
            ).id;
          }),
        )
      : answer;
  }
  return filled;
}

async function statusOf({ db }: Services, id: number): Promise<Status> {
  const request = await db.selectFrom('submissions').select('status').where('id', '=', id).executeTakeFirst();
  if (!request) throw new Error(`Request ${id} is not there after it was made`);
  return request.status;
}

const CHANGE = columnRefs('statusChanges');
const CHANGED = columnRefs('statusChanges', 'c');

/** Moves the request's timestamps into the past, so that ages and order look realistic. */
async function moveBack({ db }: Services, id: number, hours: number): Promise<void> {
  await sql`
    with steps as (
      select ${CHANGE.id}, (row_number() over (order by ${CHANGE.id}) - 1)::float8 / count(*) over () as part from "statusChanges" where ${CHANGE.submissionId} = ${id})
    update "statusChanges" c set "createdAt" = atrium_now() - make_interval(secs => ${hours} * 3600 * (1 - steps.part))
    from steps where steps.id = ${CHANGED.id}`.execute(db);
  const began = sql<string>`${NOW} - make_interval(secs => ${hours} * 3600)`;
  await db
    .updateTable('submissions')
    .set(({ selectFrom }) => ({
      createdAt: began,
      statusSince: selectFrom('statusChanges')
        .select(({ fn }) => fn.max('createdAt').as('latest'))
        .where('submissionId', '=', id)
        .where('to', 'is not', null),
    }))
    .where('id', '=', id)
    .execute();
}
