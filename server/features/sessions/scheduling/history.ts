import { sql } from 'kysely';
import type { Actor } from '../../../../domain/declarations/actor.ts';
import type { Row } from '../../../../domain/declarations/model.ts';
import { canAccess, canAccessField } from '../../../declarations/permission.ts';
import { HOURS_RESOURCES, type HoursResource } from '../../../../domain/sessions/scheduling.ts';
import type { HoursChange } from '../../../../domain/calls/staff-calendar.ts';
import type { AuditAction } from '../../../resources/audit.ts';
import { ungranted } from '../../../resources/refusals.ts';
import type { Needs } from '../../../services.ts';

const SHOWN = 50;

interface Written {
  id: number;
  at: string;
  actor: string;
  action: AuditAction;
  resource: HoursResource;
  recordId: string;
  before: Row | null;
  after: Row | null;
  /** The row as it is now; null when deleted. */
  row: Row | null;
}

/** The latest changes of blocks, special hours and places, newest first, at all places or at one; of rows that the caller may read. */
export async function hoursHistory(
  services: Needs<'db' | 'engine'>,
  actor: Actor,
  locationId: number | undefined,
): Promise<HoursChange[]> {
  const { engine } = services;
  const granted = HOURS_RESOURCES.flatMap((name) => {
    const resource = engine.resolver.resource(name);
    const history = engine.resolver.access(actor, resource, 'history');
    const view = engine.resolver.view(actor, resource);
    return canAccess(history) && canAccess(view.access) ? [{ name, resource, history, view }] : [];
  });
  if (granted.length === 0) throw ungranted(actor, 'You cannot see who changed the hours.');
  const entries = await written(
    services,
    granted.map(({ name }) => name),
    locationId,
  );
  return entries.flatMap(({ row, before, after, ...entry }) => {
    const grant = granted.find(({ name }) => name === entry.resource);
    const whole = { ...before, ...after, ...row };
    if (!grant || !canAccess(grant.history, whole) || !canAccess(grant.view.access, whole)) return [];
    const shown = grant.resource.fields.filter(
      ({ name }) => canAccessField(grant.history, name, whole) && canAccessField(grant.view.access, name, whole),
    );
    // Derived values add no information.
    const changed = shown.filter(
      ({ name, engine: own, schema }) =>
        !own && schema['x-computed'] !== true && after !== null && before !== null && name in after,
    );
    return {
      id: entry.id,
      at: new Date(entry.at).toISOString(),
      actor: entry.actor,
      action: entry.action,
      resource: entry.resource,
      recordId: Number(entry.recordId),
      title: shown.some(({ name }) => name === TITLES[entry.resource])
        ? String(whole[TITLES[entry.resource]] ?? '')
        : '',
      isDeleted: row === null || row['deletedAt'] != null,
      fields: changed.map(({ title }) => title),
    };
  });
}

const TITLES: Readonly<Record<HoursResource, string>> = {
  blocks: 'title',
  hoursExceptions: 'reason',
  locations: 'displayName',
};

async function written(
  { db }: Needs<'db'>,
  names: readonly HoursResource[],
  locationId: number | undefined,
): Promise<Written[]> {
  const place = sql`coalesce("row" ->> 'locationId', "after" ->> 'locationId', "before" ->> 'locationId')`;
  const here =
    locationId === undefined
      ? sql`true`
      : sql`(${place} = ${String(locationId)} or ("resource" = 'hoursExceptions' and ${place} is null)
          or ("resource" = 'locations' and "recordId" = ${String(locationId)}))`;
  const { rows } =
    await sql<Written>`select "id", "at", "actor", "action", "resource", "recordId", "before", "after", "row" from (
      select e.*, coalesce(u."displayName", e."actorName") as "actor", coalesce(to_jsonb(b), to_jsonb(h), to_jsonb(l)) as "row"
      from "auditEntries" e
        left join "users" u on u."id" = e."actorId"
        left join "blocks" b on e."resource" = 'blocks' and b."id"::text = e."recordId"
        left join "hoursExceptions" h on e."resource" = 'hoursExceptions' and h."id"::text = e."recordId"
        left join "locations" l on e."resource" = 'locations' and l."id"::text = e."recordId"
      where e."resource" = any(${[...names]})) "entries"
    where ${here} order by "id" desc limit ${SHOWN}`.execute(db);
  return rows;
}
