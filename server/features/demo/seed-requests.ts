/**
 * The demonstration's requests (config/demo/requests/requests.json), filed and worked by the same commands as real ones:
 *
 *   { "form": "poster-printing", "by": "student", "ago": 60,
 *     "answers": { "width": 24, "file": ["@file:bridge-poster.pdf"] },
 *     "steps": [ { "by": "requestsprocessor", "action": "inProcess" },
 *                { "by": "requestsprocessor", "say": "Question", "text": "Which paper?" },
 *                { "by": "student", "answer": "Matt" }, { "by": "requestsprocessor", "note": "Paid in cash" } ] }
 *
 * `ago` is in hours; files lie beside the list; dates are written as in the other demonstration files.
 */
import { createReadStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { DateTime } from 'luxon';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { SYSTEM, type Actor } from '../../../domain/declarations/actor.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { Json } from '../../../domain/values/json.ts';
import type { Answers } from '../../../domain/requests/request-form.ts';
import type { StaffKind } from '../../../domain/messages/messages.ts';
import type { CommandServices, Needs, ReadServices } from '../../services.ts';
import { Storage } from '../files/storage.ts';
import { acceptUpload } from '../files/upload.ts';
import { openQuestions } from '../requests/open-questions.ts';
import { answerMessage, sendMessage } from '../requests/conversation.ts';
import { writeNote } from '../requests/notes.ts';
import { submit } from '../requests/submit.ts';
import { NOW } from '../../platform/database.ts';
import { MadeRows, resolve } from './demo-values.ts';

interface DemoRequest {
  form: string;
  by: string;
  ago: number;
  answers: Record<string, Json>;
  steps: DemoStep[];
}

type DemoStep = { by: string } & (
  | { action: string; inputs?: Record<string, Json> }
  | { say: StaffKind; text: string }
  | { answer: string; outcome?: 'confirmed' | 'declined' }
  | { note: string }
);

const FILE = '@file:';

export async function seedRequests(services: CommandServices, now: DateTime): Promise<void> {
  const folder = join(services.settings.root, 'config', 'demo', 'requests');
  await setPlaces(services, folder);
  const requests = JSON.parse(await readFile(join(folder, 'requests.json'), 'utf8')) as DemoRequest[];
  for (const request of requests) {
    const actor = await actorNamed(services, request.by);
    const formVersionId = await publishedVersion(services, request.form);
    const answers = await withFiles(services, folder, actor, formVersionId, request.answers);
    const data = resolve(answers, new MadeRows(), now);
    const id = await submit(services, actor, { formVersionId, data: data as Answers }, undefined);
    for (const step of request.steps) await take(services, id, step, now);
    await moveBack(services, id, request.ago);
  }
}

/** Where the requests of a form are paid and picked up (config/demo/requests/forms.json), by the names of the places. */
interface DemoForm {
  form: string;
  paidAt?: string;
  pickedUpAt?: string;
  values: Row;
}

async function setPlaces({ db, engine }: Needs<'db' | 'engine'>, folder: string): Promise<void> {
  const forms = JSON.parse(await readFile(join(folder, 'forms.json'), 'utf8')) as DemoForm[];
  const placeId = async (name: string | undefined): Promise<number | null> => {
    if (name === undefined) return null;
    const place = await db.selectFrom('locations').select('id').where('displayName', '=', name).executeTakeFirst();
    if (!place) throw new Error(`The demonstration's forms name the place ${name}, which does not exist.`);
    return place.id;
  };
  for (const { form, paidAt, pickedUpAt, values } of forms) {
    const { id } = await db.selectFrom('forms').select('id').where('name', '=', form).executeTakeFirstOrThrow();
    const places = { paymentPlaceId: await placeId(paidAt), pickupPlaceId: await placeId(pickedUpAt) };
    await engine.update(SYSTEM, 'forms', id, { ...values, ...places });
  }
}

async function take(services: CommandServices, id: number, { by, ...step }: DemoStep, now: DateTime): Promise<void> {
  const actor = await actorNamed(services, by);
  if ('note' in step) return writeNote(services, actor, id, step.note, undefined);
  if ('say' in step) {
    await sendMessage({ services, actor, id }, { kind: step.say, text: step.text });
  } else if ('answer' in step) {
    const [question] = await openQuestions(services.db, id);
    if (!question) throw new Error(`The demonstration's request ${id} asks nothing that ${by} could answer`);
    const { answer: text, ...more } = step;
    await answerMessage({ services, actor, id }, question.id, { text, ...more });
  } else {
    const inputs = resolve(step.inputs ?? {}, new MadeRows(), now) as Row;
    await services.engine.commands.run(actor, 'submissions', step.action, { ids: [id], inputs });
  }
}

async function actorNamed(services: ReadServices, username: string): Promise<Actor> {
  const user = await services.db.selectFrom('users').select('id').where('username', '=', username).executeTakeFirst();
  const actor = user && (await actorOfAccount(services, user.id, ''));
  if (!actor) throw new Error(`The demonstration's requests name ${username}, who has no account.`);
  return actor;
}

async function publishedVersion({ db }: Needs<'db'>, form: string): Promise<number> {
  const found = await db.selectFrom('forms').select('currentVersionId').where('name', '=', form).executeTakeFirst();
  if (!found?.currentVersionId)
    throw new Error(`The demonstration's requests name the form ${form}, which does not exist.`);
  return found.currentVersionId;
}

async function withFiles(
  services: CommandServices,
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

/** The tables of a request's timeline, as their rows are made within one step. */
const TIMELINE = ['statusChanges', 'requestMessages', 'requestNotes'] as const;

async function moveBack({ db }: Needs<'db'>, id: number, hours: number): Promise<void> {
  const entries = [];
  for (const table of TIMELINE) {
    const rows = await db.selectFrom(table).select(['id', 'createdAt']).where('submissionId', '=', id).execute();
    entries.push(...rows.map((row) => ({ ...row, table })));
  }
  entries.sort((a, b) => Date.parse(a.createdAt) - Date.parse(b.createdAt) || a.id - b.id);
  for (const [index, { table, id: entry }] of entries.entries()) {
    const createdAt = sql<string>`${NOW} - make_interval(secs => ${hours * 3600 * (1 - index / entries.length)})`;
    await db.updateTable(table).set({ createdAt }).where('id', '=', entry).execute();
  }
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
