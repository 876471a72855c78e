import { sql } from 'kysely';
import type { JobAction, JobHistoryEntry, JobState } from '../../../domain/operations/jobs.ts';
import type { Db } from '../../platform/database.ts';

/** The name under which the history keeps what was done to jobs. */
export const HISTORY_OF = 'jobs';
const MOST_DEEDS = 100;

/** A change of one job, or of `count` jobs of the queue, as the history keeps it. */
export interface StoredJobAction {
  action: JobAction;
  queue: string;
  jobId: string | null;
  from: JobState;
  count: number;
}

interface Entry {
  id: number;
  at: string;
  actor: string;
  after: StoredJobAction;
}

/** What was done, newest first: to this job, or to all of them. */
export async function jobHistory(db: Db, jobId?: string): Promise<JobHistoryEntry[]> {
  const which = jobId === undefined ? sql`true` : sql`e."recordId" = ${jobId}`;
  const { rows } = await sql<Entry>`
    select e."id", e."at", coalesce(u."displayName", e."actorName") as actor, e."after"
    from "auditEntries" e left join "users" u on u."id" = e."actorId"
    where e."resource" = ${HISTORY_OF} and ${which} order by e."id" desc limit ${MOST_DEEDS}`.execute(db);
  return rows.map(({ after, ...entry }) => ({ ...entry, ...after }));
}
