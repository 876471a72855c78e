/** Bodies and answers of the request calls (server/features/requests), shared by server and browser. */
import type { Answers, CostType, RequestFormSchema } from './requests/request-form.ts';
import type { AskState, AuthorKind, MessageKind, StaffKind } from './messages/messages.ts';
import type { AllowedTransition, Status } from './requests/workflow.ts';

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
  /** The answers as entered on that version. */
  data: Answers;
  /** Deadline (ISO instant) for finishing it unchanged; null once it has passed. */
  finishUntil: string | null;
}

/** GET /api/requests/form?form={formName}&group={groupName?}&submission={id?}: what the form page needs. */
export interface OpenForm {
  form: { id: number; name: string; title: string; description: string | null };
  group: { id: number; name: string; title: string } | null;
  version: OpenVersion;
  /** The draft, reduced to answers that fit `version`. */
  draft: Draft | null;
  /** The original draft, when it was begun on a version that `version` has replaced. */
  earlier: EarlierDraft | null;
  /** Why it cannot be submitted now ("Opens 3 March"); null when it can. */
  closed: string | null;
  /** Files referenced by the draft or by the resubmitted answers. */
  files: StoredFile[];
}

/**
 * GET and PUT /api/requests/drafts/{formId}?submission={id?} (SaveDraft); DELETE discards it. One per account and form, or per
 * resubmitted request.
 */
export interface Draft {
  formId: number;
  formVersionId: number;
  /** Number of saves, starting at 1. */
  version: number;
  data: Answers;
  updatedAt: string;
}

/**
 * The current answers and the version they derive from. If the stored draft has changed since, both are merged by field and the
 * response is the merged draft. If both changed the same field, nothing is stored: 409 `requests.draft-conflict` with the stored draft
 * as `current` and the fields as `errors`. 409 `requests.draft-gone` when it was submitted or discarded.
 */
export interface SaveDraft {
  formVersionId: number;
  data: Answers;
  /** The draft that `data` derives from, as it was read; version 0 and the initial answers when none was stored. */
  base?: { version: number; data: Answers };
}

/** POST /api/requests/submissions -> 201 SubmissionDetail. Header Idempotency-Key: a repeated key returns the first result. */
export interface Submit {
  formVersionId: number;
  data: Answers;
  /** The draft version that the client has seen, 0 for none; a different current version is refused with 409. */
  draftVersion?: number;
  /** When finishing a draft on an earlier version of the form: the current version it was compared with. */
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
  /** Integer cents; for transitions with the input "cost". */
  costCents?: number;
  /** ISO date; for transitions with the input "expectedOn". */
  expectedOn?: string;
  /** Lets a RequestsAdmin set any status of SubmissionDetail.overrides, with a reason. */
  override?: true;
}

/** POST /api/requests/submissions/status -> { changed: number }: one transaction, all or none; 409 names the stale ids. */
export interface ChangeStatuses {
  items: { id: number; from: Status }[];
  to: Status;
  reason?: string;
  costCents?: number;
  expectedOn?: string;
}

/**
 * POST /api/requests/submissions/assign -> { changed: number }. GET /api/requests/staff -> Person[]: possible assignees (staff only).
 */
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
  /** Of a file uploaded for a resource: what its record's field is set to (domain/values/file-value.ts). */
  value?: string;
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
 * GET /api/requests/submissions/export?filter=&sort=&fields=&names=, with the parameters of GET /api/submissions/export: CSV with a
 * column for each question.
 */

export interface TimelineEntry {
  id: string;
  at: string;
  who: string;
  kind: 'submitted' | 'resubmitted' | 'status' | 'assigned' | 'message';
  from: Status | null;
  /** The status that it led to. */
  to: Status | null;
  text: string;
  reason: string | null;
  /** Of kind message. `text` is plain text with line breaks, and may be empty in an answer. */
  message?: ConversationMessage;
}

/** The part of a timeline's entry that only messages have. */
export interface ConversationMessage {
  id: number;
  kind: MessageKind;
  authorKind: AuthorKind;
  isOwn: boolean;
  files: StoredFile[];
  /** Null: it asks nothing. */
  state: AskState | null;
  /** Id of the message that it answers. */
  answerTo: number | null;
}

/** What the viewer may do. Whoever processes requests is a customer on their own. */
export interface Conversation {
  as: 'customer' | 'staff' | null;
  /** Kinds of messages that they may send now; none: the request is done, or is not theirs to talk about. */
  kinds: StaffKind[];
  /** Ids of messages that wait for an answer. */
  open: number[];
  /** Whether there are internal notes for them. */
  hasNotes: boolean;
}

/** GET /api/requests/submissions/{id}?role={role override}. The role can only narrow what is shown. */
export interface SubmissionDetail extends SubmissionSummary {
  costType: CostType;
  formVersion: { id: number; number: number; schema: RequestFormSchema };
  data: Answers;
  files: StoredFile[];
  reason: string | null;
  transitions: AllowedTransition[];
  /** Statuses that this viewer may set outside the workflow (RequestsAdmin, `override: true` with a reason); otherwise empty. */
  overrides: Status[];
  /** The viewer is the customer and may resubmit with changed answers. */
  canResubmit: boolean;
  /** Integer cents paid so far. */
  paidCents: number;
  canAssign: boolean;
  /** Whether the viewer sees it as its customer or as staff. */
  viewedAs: 'customer' | 'staff';
  /** The oldest first. Internal notes are not part of it (domain/requests/conversation.ts). */
  timeline: TimelineEntry[];
  conversation: Conversation;
  revisions: { number: number; at: string; by: string; data: Answers }[];
}

/** GET /api/requests/transitions?ids=1,2: transitions that all selected requests allow. */
export interface CommonTransitions {
  transitions: AllowedTransition[];
}

/** POST /api/files?formVersionId=&field= or ?resource=&field= with the raw bytes as body and X-File-Name (percent-encoded) -> 201 StoredFile. */
/** GET /api/files/{id}: attachment, nosniff; for whoever may see the submission or the field of the record that names it; before that, and of a submission, for the uploader. */

/** POST /api/forms/{id}/publish {version, draftDays?}: the new version and its number; `version`: of the form's row now; openRequests: still on older versions. */
export interface Published {
  formVersionId: number;
  number: number;
  version: number;
  openRequests: number;
}

/** POST /api/forms/{id}/preview {schema} -> the validator of an unpublished schema, or its faults by JSON pointer. */
export interface Preview {
  schema: RequestFormSchema;
  validator: string | null;
  faults: { pointer: string; message: string }[];
}

/** GET /api/forms/{id}/publish: what prevents the saved draft from being published, and how many open requests keep their versions. */
export interface PublishPlan {
  faults: { pointer: string; message: string }[];
  openRequests: number;
}
