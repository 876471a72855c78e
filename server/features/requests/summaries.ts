import type { SubmissionSummary } from '../../../domain/calls/requests.ts';
import type { Db } from '../../platform/database.ts';
import type { SeenRow } from '../../resources/typed-rows.ts';
import { peopleById, personById } from './people.ts';

interface Title {
  id: number;
  name: string;
  title: string;
}

export async function summaries(db: Db, rows: readonly SeenRow<'submissions'>[]): Promise<SubmissionSummary[]> {
  const forms = await titlesOf(
    db,
    'forms',
    rows.map((row) => row.formId),
  );
  const groups = await titlesOf(
    db,
    'formGroups',
    rows.map((row) => row.formGroupId),
  );
  const people = await peopleById(
    db,
    rows.flatMap((row) => [row.submittedById ?? null, row.assignedToId ?? null]),
  );
  return rows.map((row) => {
    const formId = row.formId ?? 0;
    const group = groups.get(row.formGroupId ?? 0);
    const assignedTo = row.assignedToId ?? null;
    return {
      id: row.id,
      form: forms.get(formId) ?? { id: formId, name: '', title: 'Request' },
      group: group ? { id: group.id, title: group.title } : null,
      subject: row.subject ?? null,
      neededOn: row.neededOn ?? null,
      waitingFor: row.waitingFor ?? 'Nobody',
      status: row.status ?? 'Unknown',
      statusSince: row.statusSince ?? '',
      submittedBy: personById(people, row.submittedById ?? 0),
      assignedTo: assignedTo === null ? null : personById(people, assignedTo),
      costCents: row.costCents ?? null,
      expectedOn: row.expectedOn ?? null,
      createdAt: row.createdAt ?? '',
      version: row.version ?? 0,
    };
  });
}

async function titlesOf(
  db: Db,
  table: 'forms' | 'formGroups',
  ids: readonly (number | null | undefined)[],
): Promise<Map<number, Title>> {
  const wanted = [...new Set(ids)].filter((id) => typeof id === 'number');
  if (wanted.length === 0) return new Map();
  const rows = await db.selectFrom(table).select(['id', 'name', 'title']).where('id', 'in', wanted).execute();
  return new Map(rows.map((row) => [row.id, row]));
}
