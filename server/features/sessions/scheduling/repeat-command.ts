import type { PlanItem, PlanNote } from '../../../../domain/calls/action-parts.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import type { PropertySchema } from '../../../../domain/declarations/schemas.ts';
import { parseRule, ruleFault, ruleText } from '../../../../domain/hours/recurrence.ts';
import { MOST_SESSIONS } from '../../../../domain/sessions/scheduling.ts';
import { takeLock } from '../../../platform/locks.ts';
import { localText } from '../../../platform/zone-years.ts';
import { badRequest, invalid } from '../../../resources/refusals.ts';
import type { RowServices } from '../../../services.ts';
import {
  conflictNotes,
  formatFault,
  formatTimes,
  LEAVE,
  REASON,
  reasonIn,
  reasonInput,
  remembered,
  type Sessions,
} from './planning-inputs.ts';
import { lockSeriesOf, writeRepetition } from './repeat-sessions.ts';
import { planRepetition, type RepeatQuestion, type Repetition } from './repetition.ts';

const BY: PropertySchema = {
  type: 'string',
  title: 'When',
  description:
    'By a rule: until later, or on other days. Later sessions that do not fit the rule are deleted, unless they have tickets.',
  enum: ['dates', 'rule'],
  'x-labels': { dates: 'On further dates', rule: 'By a rule from this session on' },
  default: 'dates',
};
const DATES: PropertySchema = {
  type: 'array',
  title: 'Dates',
  items: { type: 'string', format: 'date' },
  maxItems: MOST_SESSIONS,
};
const RULE: PropertySchema = { type: 'string', title: 'How often', format: 'rrule', maxLength: 200 };
const TOO_MANY: PlanNote = {
  text: `A series has at most ${MOST_SESSIONS} sessions. End it earlier, or schedule two series.`,
  places: [],
  tone: 'warning',
};

const BECOMES: Readonly<Record<Repetition['sessions'][number]['becomes'], string>> = {
  stays: '',
  staysForTickets: 'Stays because of its tickets',
  added: 'New',
  deleted: 'Is deleted',
};

/** Lets a session take place on further dates, or by another rule from its date on. */
export function addRepeatCommand(services: RowServices): void {
  const questionOf = (call: Sessions) => remembered(call, () => repeatQuestion(services, call), 'question');
  const planOf = async (call: Sessions) => planWithout(services, call, await questionOf(call));
  services.engine.command('sessions.repeat', {
    resource: 'instances',
    inputs: { properties: { by: BY, dates: DATES, rule: RULE, leave: LEAVE, overrideReason: REASON } },
    planned: ['by', 'dates', 'rule', 'leave'],
    unchanged: 'version',
    lock: async (tx, [id]) => {
      await takeLock(tx, 'scheduling');
      await lockSeriesOf(services, tx, Number(id));
    },
    notes: async (call) => {
      const { sessions, added } = await planOf(call);
      return [
        'The new sessions are copies of this one, at the same time of day.',
        ...(sessions.length > MOST_SESSIONS ? [TOO_MANY] : []),
        ...conflictNotes(services, call, added),
      ];
    },
    inputsFor: async (call) => {
      const [{ rule, start }, { added }] = await Promise.all([questionOf(call), planOf(call)]);
      return {
        by: {},
        ...(isByRule(call.inputs) ? { rule: { default: rule, 'x-starts': start } } : { dates: {} }),
        ...reasonInput(services, call, added),
      };
    },
    items: async (call) => ({
      label: 'Changes',
      leave: isByRule(call.inputs) ? 'leave' : null,
      items: repeatedItems(await planOf(call)),
    }),
    run: async (call) => {
      const { inputs } = call;
      const question = await questionOf(call);
      const repetition = await planRepetition(services, call, question);
      if (repetition.sessions.every(({ becomes }) => becomes === 'stays' || becomes === 'staysForTickets'))
        throw invalid(
          isByRule(inputs)
            ? { rule: 'The sessions that follow already fit this rule.' }
            : { dates: 'Choose dates on which there is no session yet.' },
        );
      return writeRepetition(services, call, repetition, { rule: question.rule, overrideReason: reasonIn(inputs) });
    },
  });
}

/** `added`: without the dates that the caller leaves out, which `sessions` has. */
async function planWithout(services: RowServices, call: Sessions, { exceptDates, ...question }: RepeatQuestion) {
  // Until it has an end, the rule is not complete.
  const rule = question.rule !== null && ruleFault(question.rule) === null ? question.rule : null;
  const plan = await remembered(call, () => planRepetition(services, call, { ...question, rule, exceptDates: [] }));
  const isLeft = ({ becomes, date }: Repetition['sessions'][number]) =>
    becomes === 'added' && exceptDates.includes(date);
  return { ...plan, isLeft, added: plan.sessions.filter((one) => one.becomes === 'added' && !isLeft(one)) };
}

function repeatedItems({ zone, sessions, isLeft }: Awaited<ReturnType<typeof planWithout>>): PlanItem[] {
  return sessions
    .filter(({ becomes }) => becomes !== 'stays')
    .map((one) => ({
      key: one.instanceId === null ? one.date : String(one.instanceId),
      label: formatTimes(one, zone),
      note: BECOMES[one.becomes],
      fault: formatFault(one.conflicts),
      isFixed: one.becomes !== 'added',
      isLeft: isLeft(one),
    }));
}

function isByRule({ by }: Row): boolean {
  return by === 'rule';
}

/** What the inputs say, with the rule and the left-out dates of the series until others are entered. `start`: its local date. */
async function repeatQuestion(
  services: RowServices,
  call: Sessions,
): Promise<RepeatQuestion & { start: string; rule: string | null }> {
  const { tx, ids, rows, inputs } = call;
  const [row] = rows;
  if (row === undefined || ids.length > 1) throw badRequest('Add dates to one session at a time.');
  const none = { rule: null, dates: [], exceptDates: [] };
  const { zone, sessions } = await planRepetition(services, call, none);
  const start = localText(Date.parse(row.startsAt), zone).slice(0, 10);
  if (!isByRule(inputs)) return { ...none, dates: (inputs['dates'] ?? []) as string[], start };
  const series =
    row.seriesId === null
      ? undefined
      : await tx
          .selectFrom('eventSeries')
          .select(['rule', 'exceptDates'])
          .where('id', '=', row.seriesId)
          .executeTakeFirst();
  const rule = inputs['rule'] ?? ruleUntil(series?.rule ?? null, sessions.at(-1)?.date ?? start);
  const exceptDates = inputs['leave'] ?? series?.exceptDates ?? [];
  return { rule: rule as string | null, dates: [], exceptDates: exceptDates as string[], start };
}

/** The rule of a series from one of its later sessions on: a rule that counts from the first session ends with the last one. */
function ruleUntil(rule: string | null, last: string): string | null {
  if (rule === null || ruleFault(rule) !== null) return null;
  const parsed = parseRule(rule);
  return parsed.count === null ? rule : ruleText({ ...parsed, count: null, until: last });
}
