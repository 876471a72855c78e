import { sql } from 'kysely';
import type { Row } from '../../../domain/model.ts';
import type { SubmissionSummary } from '../../../domain/request-calls.ts';
import type { Status } from '../../../domain/workflow.ts';
import type { Db } from '../../platform/database.ts';
import { peopleById, personOf } from './people.ts';

interface Title {
  id: number;
  name: string;
  title: string;
}

/** Rows of requests, as a person may see them, with the names of what they refer to. */
export async function summaries(db: Db, rows: readonly Row[]): Promise<SubmissionSummary[]> {
  const forms = await titlesOf(
    db,
    'forms',
    rows.map((row) => row['formId']),
  );
  const groups = await titlesOf(
    db,
    'formGroups',
    rows.map((row) => row['formGroupId']),
  );
  const people = await peopleById(
    db,
    rows.flatMap((row) => [idOf(row['submittedById']), idOf(row['assignedToId'])]),
  );
  return rows.map((row) => {
    const formId = idOf(row['formId']) ?? 0;
    const group = groups.get(idOf(row['formGroupId']) ?? 0);
    const assignedTo = idOf(row['assignedToId']);
    return {
      id: row['id'] as number,
      form: forms.get(formId) ?? { id: formId, name: '', title: 'Request' },
      group: group ? { id: group.id, title: group.title } : null,
      status: (row['status'] as Status | undefined) ?? 'Unknown',
      statusSince: row['statusSince'] as string,
      submittedBy: personOf(people, idOf(row['submittedById']) ?? 0),
      assignedTo: assignedTo === null ? null : personOf(people, assignedTo),
      costCents: idOf(row['costCents']),
      expectedOn: (row['expectedOn'] as string | null | undefined) ?? null,
      createdAt: row['createdAt'] as string,
      version: row['version'] as number,
    };
  });
}

async function titlesOf(db: Db, table: 'forms' | 'formGroups', ids: readonly unknown[]): Promise<Map<number, Title>> {
  const wanted = [...new Set(ids)].filter((id) => typeof id === 'number');
  if (wanted.length === 0) return new Map();
  const { rows } = await sql<Title>`
    select "id", "name", "title" from ${sql.table(table)} where "id" = any(${wanted}::bigint[])`.execute(db);
  return new Map(rows.map((row) => [row.id, row]));
}

function idOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
