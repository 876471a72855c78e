import { sql } from 'kysely';
import { changesBalance, type FormActions } from '../../../domain/requests/form-actions.ts';
import type { Answers, CostType, RequestFormSchema } from '../../../domain/requests/request-form.ts';
import type { RequestSubject } from './request-subject.ts';
import type { RequestState, Status } from '../../../domain/requests/workflow.ts';
import type { Db, Tx } from '../../platform/database.ts';
import type { Needs } from '../../services.ts';

/** A request joined with the parts of its form and version that the workflow needs. */
export interface SubmissionRow extends RequestState, RequestSubject {
  id: number;
  version: number;
  formId: number;
  formVersionId: number;
  formGroupId: number | null;
  submittedById: number;
  assignedToId: number | null;
  reason: string | null;
  expectedOn: string | null;
  shelf: string | null;
  revision: number;
  data: Answers;
  schema: RequestFormSchema;
  createdAt: string;
  /** The last change, message of the customer or reminder; null: since it is in this status. */
  quietSince: string | null;
  remindersSent: number;
  /** Of the form's version. */
  actions: FormActions;
  /** Names of actions that are done. */
  doneActions: string[];
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
  /** It is asked at sign-up, and takes no requests. */
  forEvents: boolean | null;
  /** Replaces the usual message when a request is completed. */
  completedEvent: string | null;
}

export interface VersionRow {
  id: number;
  formId: number;
  number: number;
  costType: CostType;
  schema: RequestFormSchema;
  validatorHash: string;
}

function submissions(db: Db) {
  return db
    .selectFrom('submissions as s')
    .innerJoin('formVersions as v', 'v.id', 's.formVersionId')
    .innerJoin('forms as f', 'f.id', 's.formId')
    .select(['s.id', 's.version', 's.formId', 's.formVersionId', 's.formGroupId', 's.submittedById', 's.assignedToId'])
    .select(['s.status', 's.statusSince', 's.costCents', 's.paidCents', 's.reason', 's.expectedOn', 's.revision'])
    .select([
      's.subject',
      's.neededOn',
      's.returnStack',
      's.data',
      's.createdAt',
      'v.costType',
      'v.schema',
      'f.usesPickup',
      's.shelf',
      's.quietSince',
      's.remindersSent',
      'v.actions',
    ])
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('actionRuns as r')
            .select('r.id')
            .whereRef('r.submissionId', '=', 's.id')
            .where('r.state', '<>', 'done'),
        )
        .as('hasOpenActions'),
      sql<
        string[]
      >`array(select r."name" from "actionRuns" r where r."submissionId" = s."id" and r."state" = 'done')`.as(
        'doneActions',
      ),
    ]);
}

type StoredSubmission = Omit<SubmissionRow, 'returnStack' | 'actions' | 'changesBalance'> & {
  returnStack: Status[] | null;
  actions: FormActions | null;
};

export async function submissionRows(db: Db, ids: readonly number[]): Promise<SubmissionRow[]> {
  if (ids.length === 0) return [];
  const rows = await submissions(db)
    .where('s.id', 'in', [...ids])
    .orderBy('s.id')
    .$castTo<StoredSubmission>()
    .execute();
  return rows.map(({ returnStack, actions, ...row }) => ({
    ...row,
    returnStack: returnStack ?? [],
    actions: actions ?? {},
    changesBalance: changesBalance(actions ?? {}),
  }));
}

export async function lockedSubmissions(
  { engine }: Needs<'engine'>,
  tx: Tx,
  ids: readonly number[],
): Promise<SubmissionRow[]> {
  await engine.lock(tx, 'submissions', ids);
  return submissionRows(tx, ids);
}

export async function formRow(db: Db, id: number): Promise<FormRow | undefined> {
  return db
    .selectFrom('forms as f')
    .leftJoin('formGroups as g', 'g.id', 'f.groupId')
    .select(['f.id', 'f.name', 'f.title', 'f.description', 'f.active', 'f.opensAt', 'f.closesAt', 'f.perUserLimit'])
    .select(['f.assigneeId', 'f.currentVersionId', 'f.groupId', 'f.completedEvent', 'f.forEvents'])
    .select(['g.name as groupName', 'g.title as groupTitle', 'g.active as groupActive'])
    .where('f.id', '=', id)
    .where('f.deletedAt', 'is', null)
    .executeTakeFirst();
}

export async function versionRow(db: Db, id: number): Promise<VersionRow | undefined> {
  return db
    .selectFrom('formVersions')
    .select(['id', 'formId', 'number', 'costType', 'schema', 'validatorHash'])
    .where('id', '=', id)
    .$castTo<VersionRow>()
    .executeTakeFirst();
}

export interface StatusChange {
  kind: 'submitted' | 'resubmitted' | 'status' | 'assigned' | 'priced';
  from: Status | null;
  to: Status | null;
  actorKind: 'customer' | 'staff' | 'system';
  reason: string | null;
  text: string;
  /** Against the workflow. */
  isOverride?: true;
  /** The message that caused it. */
  messageId?: number;
}

export async function recordChanges(
  db: Db,
  submissionId: number,
  actor: { id: number | null; name: string },
  changes: readonly StatusChange[],
): Promise<void> {
  for (const change of changes) {
    const system = change.actorKind === 'system';
    const { kind, from, to, actorKind, reason, text, messageId = null } = change;
    await db
      .insertInto('statusChanges')
      .values({
        submissionId,
        kind,
        from,
        to,
        actorId: system ? null : actor.id,
        actorName: system ? 'System' : actor.name,
        actorKind,
        reason,
        text,
        messageId,
      })
      .execute();
  }
}
