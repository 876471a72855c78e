import type { Tx } from '../../platform/database.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { Needs } from '../../services.ts';
import { circleThrough } from './prerequisite-cycle.ts';

type Prerequisite = RowOf<'prerequisites'>;

/** What a prerequisite of each kind requires. */
const REQUIRED_FIELDS = {
  eventAttended: 'requiredEventId',
  credential: 'credentialId',
  class: 'classId',
  role: 'role',
} as const satisfies Record<Prerequisite['kind'], keyof Prerequisite>;

/** Events do not require each other in a circle. */
export function addPrerequisiteRules({ engine }: Needs<'engine'>): void {
  // Values of its former kind are cleared.
  engine.rules.amend('prerequisites', (changes, before) => {
    const kind = changes.kind ?? before?.kind;
    const left = Object.entries(REQUIRED_FIELDS).flatMap(([other, field]) =>
      other !== kind && (field in changes ? changes[field] : before?.[field]) != null ? [[field, null]] : [],
    );
    return { ...changes, ...Object.fromEntries(left) };
  });
  engine.rules.lockBefore('prerequisites', 'prerequisites');
  engine.rules.check('prerequisites', async ({ tx, after }) => {
    if (after === null) return null;
    const circle = await findPrerequisiteCycle(tx, after.eventId);
    return circle === null ? null : { [REQUIRED_FIELDS[after.kind]]: circle };
  });
}

async function findPrerequisiteCycle(tx: Tx, eventId: number): Promise<string | null> {
  const rows = await tx
    .selectFrom('prerequisites')
    .select(['id', 'eventId', 'kind', 'requiredEventId', 'credentialId', 'alternative'])
    .execute();
  const giving = await tx
    .selectFrom('events')
    .select(['id', 'credentialId'])
    .where('credentialId', 'is not', null)
    .where('deletedAt', 'is', null)
    .execute();
  const edges = rows.map(({ kind, requiredEventId, credentialId, ...row }) => {
    if (kind === 'eventAttended') return { ...row, leadsTo: requiredEventId === null ? [] : [requiredEventId] };
    const givers = kind === 'credential' ? giving.filter((event) => event.credentialId === credentialId) : [];
    return { ...row, leadsTo: givers.map(({ id }) => id) };
  });
  const circle = circleThrough(eventId, edges);
  if (circle === null) return null;
  if (circle.length === 1) return 'No one could attend this event: it would require itself.';
  const titles = await tx.selectFrom('events').select(['id', 'title']).where('id', 'in', circle).execute();
  const eventTitles = new Map(titles.map(({ id, title }) => [id, `“${title}”`]));
  const named = [...circle, eventId].map((id) => eventTitles.get(id) ?? '');
  const [first = '', ...others] = named;
  return `No one could attend it: ${first} requires ${others.join(', which requires ')}.`;
}
