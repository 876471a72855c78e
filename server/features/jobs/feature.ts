import { sql } from 'kysely';
import type { Feature } from '../../feature.ts';
import { deadLettersOf } from '../../platform/jobs/jobs.ts';
import type { CommandServices } from '../../services.ts';
import { addJobCommands } from './commands.ts';
import { aboutJobs } from './diagnostics.ts';

const BATCH = 1_000;

/** Dead letters wait for a decision and remain. */
async function clearJobs({ db, clock, systemSettings }: CommandServices): Promise<void> {
  // The queue has the database's time.
  const ended = new Date(
    clock.now() - clock.offset - systemSettings.value('retention.jobs') * 86_400_000,
  ).toISOString();
  for (;;) {
    const { rows } = await sql`
      with ended as (
        select j.name, j.id from pgboss.queue q join pgboss.job j on j.name = q.name
        where q.name not like '\\_\\_pgboss\\_\\_%' and q.name not like ${deadLettersOf('%')} and j.state in ('completed', 'failed', 'cancelled') and j.completed_on < ${ended} limit ${BATCH})
      delete from pgboss.job j using ended where j.name = ended.name and j.id = ended.id returning j.id`.execute(db);
    if (rows.length < BATCH) return;
  }
}

export const jobs: Feature = {
  name: 'jobs',
  commands: addJobCommands,
  housekeeping: clearJobs,
  diagnostics: [aboutJobs],
};
