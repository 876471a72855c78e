import { sql, type RawBuilder } from 'kysely';
import { idKey } from './roster-file.ts';

/** SQL: `idKey` of a student ID. */
export function idKeySql(studentId: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`case when ${studentId} ~ '^[0-9]+$' then ltrim(${studentId}, '0') else lower(${studentId}) end`;
}

/** Finds a student ID: exactly, or else the only one that differs in leading zeros alone. */
export function byStudentId<Row extends { studentId: string | null }>(
  rows: readonly Row[],
): (studentId: string) => Row | 'several' | undefined {
  const numbered = rows.filter(({ studentId }) => studentId !== null);
  const exactly = new Map(numbered.map((row) => [row.studentId?.toLowerCase(), row]));
  const byKey = Map.groupBy(numbered, ({ studentId }) => idKey(studentId ?? ''));
  return (studentId) => {
    const [one, ...others] = byKey.get(idKey(studentId)) ?? [];
    return exactly.get(studentId.toLowerCase()) ?? (others.length > 0 ? 'several' : one);
  };
}

/** The one of two equal student IDs with all its zeros. */
export function wholeId(given: string | null, known: string | null): string | null {
  if (given === null || known === null) return given ?? known;
  return idKey(given) === idKey(known) && known.length > given.length ? known : given;
}
