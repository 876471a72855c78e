/** Bodies and answers of the request calls (server/features/requests), shared by server and browser. */
import type { Answers, CostType, RequestFormSchema } from './request-form.ts';
import type { AllowedTransition, Status } from './workflow.ts';

export interface Person {
  id: number;
  name: string;
  username: string;
}

/** One version of a form, with the address of its compiled validator. */
export interface OpenVersion {
  id: number;
  number: number;
  costType: CostType;
  schema: RequestFormSchema;
  validator: string;
}

/** A draft that was begun on an earlier version of the form. */
export interface EarlierDraft {
  version: OpenVersion;
  /** The answers as they were typed there. */
  data: Answers;
  /** Until when it may be finished as it is (ISO instant); null when that time is over. */
  finishUntil: string | null;
}

/** GET /api/requests/form?form={formName}&group={groupName?}&submission={id?}: what the form page needs. */
export interface OpenForm {
  form: { id: number; name: string; title: string; description: string | null };
  group: { id: number; name: string; title: string } | null;
  version: OpenVersion;
  /** The draft with those answers that fit `version`. */
  draft: Draft | null;
  /** The draft as it was begun, when `version` has replaced the one that it was begun on. */
  earlier: EarlierDraft | null;
  /** Why it cannot be sent now ("Opens 3 March"), null when it can. */
  closed: string | null;
  /** Files named by the draft or the resubmitted answers. */
  files: StoredFile[];
}

/** GET and PUT /api/requests/drafts/{formId}?submission={id?} (KeepDraft); DELETE discards. One per account and form, and per request whose answers are changed. */
export interface Draft {
  formId: number;
  formVersionId: number;
  /** Counts its saves, from 1. */
  version: number;
  data: Answers;
  updatedAt: string;
}

/**
 * Answers as they are now, and what they continue. Where the stored draft has gone on since, the two are merged field by
 * field, and the answer is the merged draft. Where both changed a field, nothing is stored: 409 `requests.draft-conflict`
 * with the stored draft as `current` and the fields as `errors`. 409 `requests.draft-gone` when it was sent or discarded.
 */
export interface KeepDraft {
  formVersionId: number;
  data: Answers;
  /** The draft that `data` continues, as it was read; version 0 and the answers begun with where none was stored. */
  base?: { version: number; data: Answers };
}

/** POST /api/requests/submissions -> 201 SubmissionDetail. Header Idempotency-Key: a repeated key answers the first result. */
export interface Submit {
  formVersionId: number;
  data: Answers;
  /** The draft's version that the answers were seen in, 0 for none: 409 when there is another one by now. */
  draftVersion?: number;
  /** Where a draft is finished on an earlier version of the form: the current version, which it was compared with. */
  comparedWith?: number;
}

/** POST /api/requests/submissions/{id}/resubmit (from CustomerActionNeeded) -> SubmissionDetail */
export interface Resubmit {
  formVersionId: number;
  data: Answers;
  from: Status;
  /** As in Submit. */
  draftVersion?: number;
}

/** POST /api/requests/submissions/{id}/status -> SubmissionDetail; 409 when `from` is outdated. */
export interface ChangeStatus {
  from: Status;
  to: Status;
  reason?: string;
  /** Integer cents; where the transition asks for "cost". */
  costCents?: number;
  /** ISO date; where the transition asks for "expectedOn". */
  expectedOn?: string;
  /** A RequestsAdmin moves it to any status, with a reason: one of SubmissionDetail.overrides. */
  override?: true;
}

/** POST /api/requests/submissions/status: one transaction; all or none. -> { changed: number }; 409 names the ids that are outdated. */
export interface ChangeStatuses {
  items: { id: number; from: Status }[];
  to: Status;
  reason?: string;
  costCents?: number;
  expectedOn?: string;
}

/** POST /api/requests/submissions/assign -> { changed: number }. GET /api/requests/staff -> Person[]: who can be assigned (staff only). */
export interface Assign {
  ids: number[];
  assignedToId: number | null;
}

export interface StoredFile {
  id: string;
  name: string;
  mime: string;
  size: number;
  url: string;
  thumbnailUrl: string | null;
}

/** GET /api/requests/submissions?filter=&range=&sort=, as GET /api/submissions takes them, with names: SubmissionSummary[] and Content-Range. */
export interface SubmissionSummary {
  id: number;
  form: { id: number; name: string; title: string };
  group: { id: number; title: string } | null;
  status: Status;
  statusSince: string;
  submittedBy: Person;
  assignedTo: Person | null;
  costCents: number | null;
  expectedOn: string | null;
  createdAt: string;
  version: number;
}

/**
 * GET /api/requests/submissions/export?filter=&sort=&fields=&names=, as GET /api/submissions/export takes them: CSV of those that may be
 * exported, with a column for each question of theirs.
 */

export interface TimelineEntry {
  id: string;
  at: string;
  who: string;
  kind: 'submitted' | 'resubmitted' | 'status' | 'assigned';
  from: Status | null;
  to: Status | null;
  text: string;
  reason: string | null;
}

/** GET /api/requests/submissions/{id}?role={role override}: the role may only lower what is shown, never raise it. */
export interface SubmissionDetail extends SubmissionSummary {
  costType: CostType;
  formVersion: { id: number; number: number; schema: RequestFormSchema };
  data: Answers;
  files: StoredFile[];
  reason: string | null;
  transitions: AllowedTransition[];
  /** Statuses that this viewer may set against the table (RequestsAdmin; `override: true` and a reason); else empty. */
  overrides: Status[];
  /** The viewer is the customer, and may answer with changed answers (the resubmit call). */
  canResubmit: boolean;
  /** Integer cents paid so far. */
  paidCents: number;
  canAssign: boolean;
  /** Whether this viewer sees it as its customer or as staff. */
  viewedAs: 'customer' | 'staff';
  timeline: TimelineEntry[];
  revisions: { number: number; at: string; by: string; data: Answers }[];
}

/** GET /api/requests/transitions?ids=1,2: what all of the selected may be moved to. */
export interface CommonTransitions {
  transitions: AllowedTransition[];
}

/** POST /api/files?formVersionId=&field= with the raw bytes as body and X-File-Name (percent-encoded) -> 201 StoredFile. */
/** GET /api/files/{id}: attachment, nosniff; uploader, or whoever may see a submission that names it. */

/** POST /api/forms/{id}/publish {version, draftDays?}: the new version and its number; `version`: of the form's row now; openRequests: still on older versions. */
export interface Published {
  formVersionId: number;
  number: number;
  version: number;
  openRequests: number;
}

/** POST /api/forms/{id}/preview {schema} -> the validator of an unpublished schema, or the faults by pointer. */
export interface Preview {
  schema: RequestFormSchema;
  validator: string | null;
  faults: { pointer: string; message: string }[];
}

/** GET /api/forms/{id}/publish: what is in the way of publishing the saved draft, and how many open requests keep their versions. */
export interface PublishPlan {
  faults: { pointer: string; message: string }[];
  openRequests: number;
}
