import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { isView } from '../../domain/declarations/fields.ts';
import type { Model } from '../../domain/declarations/model.ts';
import { transaction, type Db, type Tx } from '../platform/database.ts';
import { NEW_TABLE } from '../platform/new-tables.ts';
import { PHASES, type Draft, type Plan, type Step } from './draft.ts';
import { appliedHash, createFunctions, createState, readLive } from './live.ts';
import { draftPlan } from './plan.ts';
import { applyValueRenames, applyRenames } from './renames.ts';
import { declaredTables, type Table } from './tables.ts';

/** Incremented when the generated DDL changes, so that unchanged declarations are compared again. */
const FORMAT = 1;
const UNIQUE_VIOLATION = '23505';
/** Marks a view in the record of what is declared. */
const VIEW = 'view';

/**
 * The declarations require a change that would lose data or is impossible. Nothing was changed; the message explains what to do.
 */
export class SchemaSyncRefused extends Error {
  readonly steps: Step[];
  constructor(steps: Step[]) {
    const lines = (loss: Step['loss']): string[] =>
      steps.filter((step) => step.loss === loss).map((step) => `  ${columnOfStep(step)}: ${step.words}`);
    const lossy = lines('data');
    const stuck = lines('impossible');
    super(
      [
        'The database was not changed to follow the declarations.',
        ...(stuck.length > 0 ? ['This cannot be done:', ...stuck] : []),
        ...(lossy.length > 0
          ? ['This would lose data:', ...lossy, 'To do it all the same: npm run schema -- apply --allow-loss']
          : []),
      ].join('\n'),
    );
    this.name = 'SchemaSyncRefused';
    this.steps = steps;
  }
}

/** "discounts.percent" */
export function columnOfStep(step: Step): string {
  return step.field === undefined ? step.resource : `${step.resource}.${step.field}`;
}

/** Identifies the tables and views that the declarations require. */
export function modelHash(model: Model): string {
  return schemaHash(declaredTables(model), declaredViews(model));
}

function declaredViews({ resources }: Model): string[] {
  return [...resources.values()].filter(isView).map(({ name }) => name);
}

/** The changes that `syncSchema` would make now. Read-only; acquires no lock. */
export async function planSync(db: Db, model: Model): Promise<Plan> {
  const known = await appliedHash(db);
  const draft = await draftPlan(db, declaredTables(model), await readLive(db, known !== null));
  return { steps: draft.steps };
}

/**
 * Brings the tables in line with the declarations, in one transaction; of several processes one does it while the others wait.
 * Returns the applied plan. Throws SchemaSyncRefused if data would be lost and `allowLoss` is not set. Unchanged declarations are not
 * compared again, unless `compare` is set: someone else may have changed the tables.
 */
export async function syncSchema(
  db: Db,
  model: Model,
  { allowLoss = false, compare = false }: { allowLoss?: boolean; compare?: boolean } = {},
): Promise<Plan> {
  const tables = declaredTables(model);
  const views = declaredViews(model);
  const hash = schemaHash(tables, views);
  const known = await appliedHash(db);
  if (known === hash && !compare) return { steps: [] };
  if (known === null) await createState(db);
  return transaction(db, async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    const {
      rows: [state],
    } = await sql<{ hash: string }>`select hash from atrium_schema where id = 1 for update`.execute(tx);
    if (state?.hash === hash && !compare) return { steps: [] };
    await sql`set local lock_timeout = '60s'`.execute(tx);
    const draft = await draftPlan(tx, tables, await readLive(tx, true));
    refuse(draft.steps, allowLoss);
    await createFunctions(tx);
    await execute(tx, draft);
    await applyRenames(tx, draft.renames);
    await applyValueRenames(tx, draft.renamedValues);
    const made = draft.steps.filter(({ change }) => change === 'create').map(({ resource }) => resource);
    const added = [...made, ...(await unrecordedViews(tx, views))];
    await recordState(tx, { tables, views, hash, added });
    return { steps: draft.steps };
  });
}

function refuse(steps: Step[], allowLoss: boolean): void {
  const refused = steps.filter((step) => step.loss === 'impossible' || (step.loss === 'data' && !allowLoss));
  if (refused.length > 0) throw new SchemaSyncRefused(refused);
}

async function execute(tx: Tx, draft: Draft): Promise<void> {
  for (const statement of PHASES.flatMap((phase) => draft.statements[phase])) {
    try {
      await sql.raw(statement).execute(tx);
    } catch (error) {
      if (!(error instanceof pg.DatabaseError)) throw error;
      if (error.code === UNIQUE_VIOLATION) throw new SchemaSyncRefused([equalRecords(error)]);
      error.message = `${error.message} (in: ${statement.slice(0, 300)})`;
      throw error;
    }
  }
}

/** Truncated or filled values may have become equal, which the plan cannot foresee. */
function equalRecords({ table = '', detail = '' }: pg.DatabaseError): Step {
  const fields = /\(([^()]*)\)=/.exec(detail)?.[1] ?? '';
  return {
    resource: table,
    change: 'narrow',
    words: `With these changes records would be equal in ${fields}, which is unique. Change them first`,
    rows: 0,
    loss: 'impossible',
  };
}

/** Independent of the order in which files were read. */
function schemaHash(tables: Map<string, Table>, views: readonly string[]): string {
  const shape = [...tables.values()].map(({ name, columns, objects }) => [
    name,
    columns.map(({ name: column, type, notNull, default: value }) => [column, type, notNull, value]),
    objects.map((object) => object.name),
  ]);
  return createHash('sha256')
    .update(JSON.stringify([FORMAT, shape, views.toSorted()]))
    .digest('hex');
}

/** Views have no table by which it shows whether they came with an update. */
async function unrecordedViews(tx: Tx, views: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select name from atrium_schema_objects where kind = ${VIEW}`.execute(tx);
  return views.filter((view) => !rows.some(({ name }) => name === view));
}

interface SyncedState {
  tables: Map<string, Table>;
  views: readonly string[];
  hash: string;
  /** Resources that came with this change. */
  added: readonly string[];
}

async function recordState(tx: Tx, { tables, views, hash, added }: SyncedState): Promise<void> {
  const made = [...tables.values()].flatMap((table) => [
    { table: table.name, kind: 'table', name: table.name, definition: null },
    ...table.columns.map((column) => ({
      table: table.name,
      kind: 'column',
      name: column.name,
      definition: column.default,
    })),
    ...table.objects.map((object) => ({ table: table.name, kind: 'object', name: object.name, definition: null })),
  ]);
  made.push(...views.map((view) => ({ table: view, kind: VIEW, name: view, definition: null })));
  await sql`delete from atrium_schema_objects where kind <> ${NEW_TABLE} or "table" <> all(${[...tables.keys(), ...views]})`.execute(
    tx,
  );
  const insert = sql`
    insert into atrium_schema_objects select * from jsonb_to_recordset(${JSON.stringify(made)}::jsonb)
    as made("table" text, kind text, name text, definition text)`;
  await insert.execute(tx);
  for (const name of added)
    await sql`insert into atrium_schema_objects ("table", kind, name) values (${name}, ${NEW_TABLE}, ${name})
      on conflict do nothing`.execute(tx);
  await sql`update atrium_schema set hash = ${hash}, "appliedAt" = atrium_now() where id = 1`.execute(tx);
}
