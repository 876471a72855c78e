import type { StaffEntry } from '../../../../domain/sessions/scheduling.ts';
import type { RowChange } from '../../../../domain/values/undo.ts';
import type { SeenOccurrence } from './hoursCalls.ts';

/** The versions of blocks that were written here: newer than what is shown, until that has been read again. */
export class WrittenVersions {
  readonly #versions = new Map<number, number>();

  note(changes: readonly RowChange[]): void {
    for (const { resource, id, version } of changes) if (resource === 'blocks') this.#versions.set(Number(id), version);
  }

  /** The occurrence of an entry with the latest version that is known here. */
  seen({ recordId: id, date, version }: StaffEntry): SeenOccurrence {
    return { id, date: date ?? '', version: Math.max(version ?? 0, this.#versions.get(id) ?? 0) };
  }
}
