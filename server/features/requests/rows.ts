import { sql } from 'kysely';
import type { Answers, CostType, RequestFormSchema } from '../../../domain/request-form.ts';
import type { RequestState, Status } from '../../../domain/workflow.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { Services } from '../../services.ts';

/** A request with what the workflow needs of its form and version. */
export interface SubmissionRow extends RequestState {
  id: number;
  version: number;
  formId: number;
  formVersionId: number;
  formGroupId: number | null;
  submittedById: number;
  assignedToId: number | null;
  reason: string | null;
  expectedOn: string | null;
  revision: number;
  data: Answers;
  createdAt: string;
}

/** A form with its group and one version. */
export interface FormRow {
  id: number;
  name: string;
  title: string;
  description: string | null;
  active: boolean;
  opensAt: string | null;
  closesAt: string | null;
  perUserLimit: number | null;
  assigneeId: number | null;
  currentVersionId: number | null;
  groupId: number | null;
  groupName: string | null;
  groupTitle: string | null;
  groupActive: boolean | null;
}

export interface VersionRow {
  id: number;
  formId: number;
  number: number;
  costType: CostType;
  schema: RequestFormSchema;
  validatorHash: string;
}

const SUBMISSION = sql`
  select s."id", s."version", s."formId", s."formVersionId", s."formGroupId", s."submittedById", s."assignedToId", s."status",
    s."statusSince", s."costCents", s."paidCents", s."reason", s."expectedOn", s."revision",
    coalesce(s."returnStack", '[]'::jsonb) as "returnStack", s."data", s."createdAt", v."costType", f."usesPickup"
  from "submissions" s join "formVersions" v on v."id" = s."formVersionId" join "forms" f on f."id" = s."formId"`;

/** The requests with these ids, in order of id. */
export async function submissionRows(db: Db, ids: readonly number[]): Promise<SubmissionRow[]> {
  const { rows } = await sql<SubmissionRow>`${SUBMISSION} where s."id" = any(${ids}::bigint[]) order by s."id"`.execute(
    db,
  );
  return rows;
}

/** The same; nobody else changes them until the transaction ends. */
export async function lockedSubmissions(
  { engine }: Services,
  tx: Tx,
  ids: readonly number[],
): Promise<SubmissionRow[]> {
  await engine.lock(tx, 'submissions', ids);
  return submissionRows(tx, ids);
}

export async function formRow(db: Db, id: number): Promise<FormRow | undefined> {
  const { rows } = await sql<FormRow>`
    select f."id", f."name", f."title", f."description", f."active", f."opensAt", f."closesAt", f."perUserLimit", f."assigneeId",
      f."currentVersionId", f."groupId", g."name" as "groupName", g."title" as "groupTitle", g."active" as "groupActive"
    from "forms" f left join "formGroups" g on g."id" = f."groupId" where f."id" = ${id} and f."deletedAt" is null`.execute(
    db,
  );
  return rows[0];
}

export async function versionRow(db: Db, id: number): Promise<VersionRow | undefined> {
  const { rows } = await sql<VersionRow>`
    select "id", "formId", "number", "costType", "schema", "validatorHash" from "formVersions" where "id" = ${id}`.execute(
    db,
  );
  return rows[0];
}

/** One line of a request's history. */
export interface StatusChange {
  kind: 'submitted' | 'resubmitted' | 'status' | 'assigned';
  from: Status | null;
  to: Status | null;
  actorKind: 'customer' | 'staff' | 'system';
  reason: string | null;
  text: string;
}

export async function recordChanges(
  db: Db,
  submissionId: number,
  actor: { id: number | null; name: string },
  changes: readonly StatusChange[],
): Promise<void> {
  for (const change of changes) {
    const system = change.actorKind === 'system';
    await sql`
      insert into "statusChanges" ("submissionId", "kind", "from", "to", "actorId", "actorName", "actorKind", "reason", "text")
      values (${submissionId}, ${change.kind}, ${change.from}, ${change.to}, ${system ? null : actor.id},
        ${system ? 'System' : actor.name}, ${change.actorKind}, ${change.reason}, ${change.text})`.execute(db);
  }
}
