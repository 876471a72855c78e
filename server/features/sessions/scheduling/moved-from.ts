import { sql } from 'kysely';
import { columnRefs } from '../../../platform/database.ts';
import type { RowOf, ValuesOf } from '../../../resources/typed-rows.ts';
import type { Needs, ReadServices } from '../../../services.ts';

const I = columnRefs('instances', 'i');
const A = columnRefs('auditEntries', 'a');
const P = columnRefs('auditEntries', 'p');

type Changes = Partial<ValuesOf<'instances'>>;

/** Every move of a session that people may know of stores its previous start; a move back clears it. */
export function addMovedFromRule({ engine }: Needs<'engine'>): void {
  engine.rules.amend('instances', (changes, before) => ({ ...changes, ...movedFrom(changes, before) }));
}

function movedFrom({ startsAt }: Changes, before: RowOf<'instances'> | null): Changes {
  if (startsAt === undefined || before === null || before.status === 'draft') return {};
  const [start, previous] = [Date.parse(startsAt), Date.parse(before.startsAt)];
  if (start === previous) return {};
  const isMovedBack = before.movedFrom !== null && Date.parse(before.movedFrom) === start;
  return { movedFrom: isMovedBack ? null : before.startsAt };
}

/**
 * Sessions that were moved before there was the column have their previous start from the audit log, as far as it is retained. An entry
 * that changed the column too is newer, so that repeating this changes nothing.
 */
export async function fillMovedFrom({ db, model, clock }: ReadServices): Promise<void> {
  if (!model.resources.has('instances')) return;
  await sql`update "instances" i set "movedFrom" = (moved."before" ->> 'startsAt')::timestamptz
    from (
      select distinct on (${A.recordId}) ${A.recordId}, ${A.before}, ${A.after} from "auditEntries" a
      where ${A.resource} = 'instances' and ${A.action} in ('update', 'revert')
        and ${A.before} ->> 'startsAt' is not null and ${A.after} ->> 'startsAt' is not null
        and ${A.recordId} in (
          select ${I.id}::text from "instances" i where ${I.endsAt} > ${clock.instant()} and ${I.movedFrom} is null
            and ${I.status} <> 'draft')
        and exists (
          select from "auditEntries" p where ${P.recordId} = ${A.recordId} and ${P.resource} = 'instances'
            and ${P.id} < ${A.id} and ${P.after} ->> 'status' = 'published')
      order by ${A.recordId}, ${A.id} desc) moved
    where ${I.id}::text = moved."recordId" and not moved."after" ? 'movedFrom'
      and (moved."before" ->> 'startsAt')::timestamptz <> ${I.startsAt}`.execute(db);
}
