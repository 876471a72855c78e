import type { AskState, MessageKind } from '../../../domain/messages/messages.ts';
import type { Db, Tx } from '../../platform/database.ts';

export interface OpenQuestion {
  id: number;
  kind: MessageKind;
  text: string;
  state: AskState | null;
  authorId: number | null;
}

export async function openQuestions(db: Db, submissionId: number): Promise<OpenQuestion[]> {
  return db
    .selectFrom('requestMessages')
    .select(['id', 'kind', 'text', 'state', 'authorId'])
    .where('submissionId', '=', submissionId)
    .where('state', '=', 'open')
    .orderBy('id')
    .$castTo<OpenQuestion>()
    .execute();
}

export async function findQuestion(db: Db, submissionId: number, id: number): Promise<OpenQuestion | undefined> {
  return db
    .selectFrom('requestMessages')
    .select(['id', 'kind', 'text', 'state', 'authorId'])
    .where('submissionId', '=', submissionId)
    .where('id', '=', id)
    .$castTo<OpenQuestion>()
    .executeTakeFirst();
}

export async function closeQuestion(tx: Tx, id: number, state: AskState): Promise<void> {
  await tx.updateTable('requestMessages').set({ state }).where('id', '=', id).execute();
}

export async function closeQuestions(tx: Tx, submissionId: number): Promise<void> {
  await tx
    .updateTable('requestMessages')
    .set({ state: 'closed' })
    .where('submissionId', '=', submissionId)
    .where('state', '=', 'open')
    .execute();
}

/** Changed answers fulfill a Resubmit. Returns the authors of the closed questions. */
export async function closeResubmits(tx: Tx, submissionId: number): Promise<number[]> {
  const asks = await openQuestions(tx, submissionId);
  for (const { id, kind } of asks) if (kind === 'Resubmit') await closeQuestion(tx, id, 'answered');
  return asks.flatMap(({ authorId }) => authorId ?? []);
}

/** Asks the customer to change their answers. Returns the message's id. */
export async function askFor(
  tx: Tx,
  submissionId: number,
  by: { id: number | null; name: string },
  text: string,
): Promise<number> {
  const { id } = await tx
    .insertInto('requestMessages')
    .values({
      submissionId,
      kind: 'Resubmit',
      text,
      authorKind: 'Staff',
      authorId: by.id,
      authorName: by.name.slice(0, 120),
      state: 'open',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
