import { SYSTEM } from '../../../domain/declarations/actor.ts';
import { addDays } from '../../../domain/hours/hours.ts';
import { STALE_FROM, triggeredTransition, type Status } from '../../../domain/requests/workflow.ts';
import { daysLater } from '../../../domain/values/zoned-time.ts';
import { sameJson } from '../../../domain/values/json.ts';
import { insertRecords } from '../../platform/insert-records.ts';
import { localDate } from '../../platform/zone-years.ts';
import type { ValuesOf } from '../../resources/typed-rows.ts';
import type { CommandServices } from '../../services.ts';
import { notifyAll, type Notice } from '../messages/notify.ts';
import { requestContext, type RequestContext } from './context.ts';
import { errandReader } from './errands.ts';
import { statusNotice, type NoticeFacts } from './notices.ts';
import { closeQuestions } from './open-questions.ts';
import { peopleById, personById } from './people.ts';
import { lockedSubmissions, type SubmissionRow } from './rows.ts';
import { stored } from './save.ts';
import { applyTransition, type TransitionResult } from './steps.ts';

const REMINDERS = 2;
const DAY = 86_400_000;
/** Of one transaction. */
const CHUNK = 100;

/** Days without a sign of life; 0: never. */
interface StaleRules {
  reminderDays: number;
  staleDays: number;
  cancelDays: number;
}

type Waiting = Pick<SubmissionRow, 'status' | 'statusSince' | 'quietSince'> & { remindersSent: number | null };

/**
 * Reminds customers who have not accepted, paid, answered or picked up, then puts their requests aside, and at last cancels what is not
 * paid. What is due is decided again when a request is locked, so that two runs do nothing twice.
 */
export async function remindCustomers(services: CommandServices): Promise<void> {
  const due = await dueRequests(services);
  for (let first = 0; first < due.length; first += CHUNK)
    await services.engine.transaction(async (tx) => {
      const rows = await lockedSubmissions(services, tx, due.slice(first, first + CHUNK));
      const context = await requestContext(services, tx, SYSTEM);
      const forms = await formsOf(context, rows);
      const isDue = (row: SubmissionRow) => isOverdue(services, row, staleRules(services, forms.get(row.formId)));
      await advance(context, rows.filter(isDue), forms);
    });
}

async function dueRequests(services: CommandServices): Promise<number[]> {
  const { db, clock } = services;
  const rows = await db
    .selectFrom('submissions as s')
    .innerJoin('forms as f', 'f.id', 's.formId')
    .select(['s.id', 's.status', 's.statusSince', 's.quietSince', 's.remindersSent'])
    .select(['f.reminderDays', 'f.staleDays', 'f.cancelDays'])
    .where('s.status', 'in', [...STALE_FROM, 'Stale'])
    .where(({ fn }) => fn.coalesce('s.quietSince', 's.statusSince'), '<', new Date(clock.now() - DAY / 2).toISOString())
    .orderBy('s.id')
    .execute();
  return rows.filter((row) => isOverdue(services, row, staleRules(services, row))).map(({ id }) => id);
}

type FormRules = { [K in keyof StaleRules]: number | null };

function staleRules({ systemSettings }: CommandServices, form: FormRules | undefined): StaleRules {
  return {
    reminderDays: form?.reminderDays ?? systemSettings.value('requests.reminderDays'),
    staleDays: form?.staleDays ?? systemSettings.value('requests.staleDays'),
    cancelDays: form?.cancelDays ?? systemSettings.value('requests.cancelDays'),
  };
}

function isOverdue({ clock, model }: CommandServices, row: Waiting, rules: StaleRules): boolean {
  const days = nextAfter(row, rules);
  const since = Date.parse(row.quietSince ?? row.statusSince);
  return days > 0 && clock.now() >= daysLater(since, days, model.site.timezone);
}

/** After how many days without a sign of life something happens. */
function nextAfter(row: Pick<Waiting, 'status' | 'remindersSent'>, rules: StaleRules): number {
  if (row.status === 'Stale') return rules.cancelDays;
  if (!STALE_FROM.includes(row.status)) return 0;
  return isReminded(row, rules) ? rules.staleDays : rules.reminderDays;
}

function isReminded({ remindersSent }: Pick<Waiting, 'remindersSent'>, { reminderDays }: StaleRules): boolean {
  return reminderDays === 0 || (remindersSent ?? 0) >= REMINDERS;
}

type Forms = Awaited<ReturnType<typeof formsOf>>;

async function formsOf({ tx }: RequestContext, rows: readonly SubmissionRow[]) {
  if (rows.length === 0) return new Map<number, never>();
  const forms = await tx
    .selectFrom('forms')
    .select(['id', 'title', 'completedEvent', 'reminderDays', 'staleDays', 'cancelDays'])
    .where('id', 'in', [...new Set(rows.map(({ formId }) => formId))])
    .execute();
  return new Map(forms.map((form) => [form.id, form]));
}

interface Advanced {
  before: SubmissionRow;
  result: TransitionResult;
  event: string;
  values: Notice['values'];
}

/** One step of each request: a few statements for all of them. */
async function advance(context: RequestContext, rows: readonly SubmissionRow[], forms: Forms): Promise<void> {
  const { services, tx } = context;
  const steps = rows.flatMap((row) => nextStep(context, row, staleRules(services, forms.get(row.formId))) ?? []);
  if (steps.length === 0) return;
  const values = steps.map(({ before, result }): [number, ValuesOf<'submissions'>] => [
    before.id,
    changedValues(before, result.row),
  ]);
  await services.engine.updateEach(tx, SYSTEM, 'submissions', new Map(values));
  const changes = steps.flatMap(({ before, result }) =>
    result.changes.map(({ kind, from, to, actorKind, reason, text }) => ({
      ...{ submissionId: before.id, kind, from, to, actorKind, reason, text },
      ...{ actorId: null, actorName: 'System', messageId: null },
    })),
  );
  if (changes.length > 0) await insertRecords(tx, 'statusChanges', changes);
  for (const { before, result } of steps) if (result.row.status === 'Canceled') await closeQuestions(tx, before.id);
  await notifyAll(services, tx, await noticesOf(context, steps, forms));
}

function changedValues(before: SubmissionRow, after: SubmissionRow): ValuesOf<'submissions'> {
  const was: Record<string, unknown> = stored(before);
  return Object.fromEntries(Object.entries(stored(after)).filter(([key, value]) => !sameJson(value, was[key])));
}

function nextStep(context: RequestContext, row: SubmissionRow, rules: StaleRules): Advanced | null {
  const { workflow, now, services } = context;
  if (row.status !== 'Stale' && !isReminded(row, rules)) {
    const next = { ...row, quietSince: now, remindersSent: row.remindersSent + 1 };
    const event = row.status === 'PaymentPending' ? 'requestPaymentReminder' : 'requestReminder';
    return { before: row, result: { row: next, changes: [] }, event, values: {} };
  }
  const transition = triggeredTransition(workflow, row, 'time', now);
  if (!transition) return null;
  const reason = row.status === 'Stale' ? 'We have not heard from you for some time.' : undefined;
  const result = applyTransition({ row, changes: [] }, transition, { by: 'system', now, reason });
  const zone = services.model.site.timezone;
  const isCanceledLater = rules.cancelDays > 0 && triggeredTransition(workflow, result.row, 'time', now) !== null;
  const cancelOn = isCanceledLater ? addDays(localDate(Date.parse(now), zone), rules.cancelDays) : null;
  return { before: row, result, event: EVENTS[result.row.status] ?? 'requestStatusChanged', values: { cancelOn } };
}

const EVENTS: Partial<Record<Status, string>> = { Stale: 'requestStale', Canceled: 'requestCanceled' };

async function noticesOf(context: RequestContext, steps: readonly Advanced[], forms: Forms): Promise<Notice[]> {
  const { services, tx } = context;
  const people = await peopleById(
    tx,
    steps.map(({ before }) => before.submittedById),
  );
  const errandOf = errandReader(services, tx);
  const notices: Notice[] = [];
  for (const { result, event, values } of steps) {
    const { row } = result;
    const customer = personById(people, row.submittedById).name;
    const facts: NoticeFacts = { form: forms.get(row.formId), customer, errand: await errandOf(row) };
    const { notice } = await statusNotice(context, row, row.reason, facts);
    const placeholders = event === 'requestStale' ? { ...notice.values, ...values } : notice.values;
    notices.push({ ...notice, event, audience: 'customer', recipients: [row.submittedById], values: placeholders });
  }
  return notices;
}
