import { extname } from 'node:path';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database.ts';

const SHORTEST = 3;

/**
 * Renames files of the person, and of their requests, whose names contain one of the words, to "file.pdf". Unused
 * uploads are deleted; the nightly housekeeping removes their bytes.
 */
export async function hideFileNames(tx: Tx, id: number, words: readonly string[]): Promise<void> {
  await sql`delete from "files" where "uploaderId" = ${id} and "submissionId" is null and "requestMessageId" is null
    and "recordId" is null`.execute(tx);
  // A record's value has the name in it.
  const { rows } = await sql<{ id: string; name: string }>`select "id", "name" from "files" where "recordId" is null
    and ("uploaderId" = ${id} or "submissionId" in (select s."id" from "submissions" s where s."submittedById" = ${id}))`.execute(
    tx,
  );
  const sought = words.map(lettersIn).filter((word) => word.length >= SHORTEST);
  for (const file of rows) {
    const letters = lettersIn(file.name);
    if (sought.some((word) => letters.includes(word)))
      await sql`update "files" set "name" = ${`file${extname(file.name).toLowerCase()}`} where "id" = ${file.id}`.execute(
        tx,
      );
  }
}

/** "Ada_Lovelace-CV.pdf" as "adalovelacecvpdf". */
function lettersIn(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '');
}
