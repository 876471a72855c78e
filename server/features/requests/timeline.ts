import type { ConversationMessage, TimelineEntry } from '../../../domain/calls/requests.ts';
import { STATUS_LABELS } from '../../../domain/requests/workflow.ts';
import type { Db } from '../../platform/database.ts';
import { filesOfMessages } from './message-files.ts';

export interface TimelineReader {
  id: number | null;
  /** Sees who works on it. */
  staff: boolean;
  /** The customer, and staff. */
  hasConversation: boolean;
  /** Whether they may read these fields of the request. */
  reads: (...fields: string[]) => boolean;
}

type StatusEntry = TimelineEntry & { messageId: number | null };

/** The oldest first. A message represents the change of status that it caused. */
export async function requestTimeline(db: Db, submissionId: number, reader: TimelineReader): Promise<TimelineEntry[]> {
  const changes = await statusEntries(db, submissionId);
  const messages = reader.hasConversation ? await messageEntries(db, submissionId, reader.id) : [];
  const announced = new Set(messages.map(({ message }) => message?.id));
  const own = changes.filter(
    ({ kind, messageId }) => (reader.staff || kind !== 'assigned') && !(messageId !== null && announced.has(messageId)),
  );
  const led = new Map(changes.filter(({ to }) => to !== null).map(({ messageId, to }) => [messageId, to]));
  const entries = [
    ...own.map(({ messageId: _made, ...entry }) => readable(entry, reader.reads)),
    ...messages.map((entry) => ({
      ...entry,
      who: reader.reads('submittedById') ? entry.who : 'Someone',
      to: led.get(entry.message?.id ?? null) ?? null,
    })),
  ];
  return entries.sort((a, b) => Date.parse(a.at) - Date.parse(b.at));
}

async function statusEntries(db: Db, submissionId: number): Promise<StatusEntry[]> {
  return db
    .selectFrom('statusChanges')
    .select(({ cast, fn, val }) => [
      cast<string>('id', 'text').as('id'),
      'createdAt as at',
      'actorName as who',
      'kind',
      'from',
      'to',
      fn.coalesce('text', val('')).as('text'),
      'reason',
      'messageId',
    ])
    .where('submissionId', '=', submissionId)
    .orderBy('statusChanges.id')
    .$castTo<StatusEntry>()
    .execute();
}

async function messageEntries(db: Db, submissionId: number, readerId: number | null): Promise<TimelineEntry[]> {
  const rows = await db
    .selectFrom('requestMessages')
    .select(['id', 'createdAt', 'kind', 'text', 'authorKind', 'authorId', 'authorName', 'answerTo', 'state'])
    .where('submissionId', '=', submissionId)
    .orderBy('id')
    .execute();
  const files = rows.length === 0 ? new Map<number, never[]>() : await filesOfMessages(db, submissionId);
  return rows.map((row) => ({
    id: `message-${row.id}`,
    at: row.createdAt,
    who: row.authorName,
    kind: 'message',
    from: null,
    to: null,
    text: row.text,
    reason: null,
    message: {
      id: row.id,
      kind: row.kind as ConversationMessage['kind'],
      authorKind: row.authorKind as ConversationMessage['authorKind'],
      isOwn: row.authorId !== null && row.authorId === readerId,
      files: files.get(row.id) ?? [],
      state: row.state as ConversationMessage['state'],
      answerTo: row.answerTo,
    },
  }));
}

/** Leaves out data derived from unreadable fields. */
function readable(entry: TimelineEntry, reads: TimelineReader['reads']): TimelineEntry {
  return {
    ...entry,
    who: reads('submittedById') ? entry.who : 'Someone',
    text: entry.to === null || reads('costCents', 'paidCents', 'expectedOn') ? entry.text : STATUS_LABELS[entry.to],
    reason: reads('reason') ? entry.reason : null,
  };
}
