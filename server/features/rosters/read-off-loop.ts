import { setImmediate } from 'node:timers/promises';
import type { RosterFile } from '../../../domain/calls/classes.ts';
import { readRoster, type ReadRoster } from './roster-file.ts';
import { runOffLoop } from '../../platform/off-loop.ts';

const READER = { module: import.meta.url, name: 'readInChunks' };
/** Lines per step. */
const CHUNK = 500;

type Lists = Pick<ReadRoster, 'people' | 'faults' | 'doubles'>;
/** Lists as JSON texts, which are copied from thread to thread much faster than objects. */
type InChunks = Omit<ReadRoster, keyof Lists> & Record<keyof Lists, string[]>;

/** As `readRoster`, while others are served. */
export async function readRosterOffLoop({ text, columns }: RosterFile): Promise<ReadRoster> {
  const read = (await runOffLoop(READER, [text, columns])) as InChunks;
  return {
    ...read,
    people: await joined(read.people),
    faults: await joined(read.faults),
    doubles: await joined(read.doubles),
  };
}

/** Called in the other thread. */
export function readInChunks(text: string, columns: RosterFile['columns']): InChunks {
  const read = readRoster(text, columns);
  return { ...read, people: chunks(read.people), faults: chunks(read.faults), doubles: chunks(read.doubles) };
}

function chunks(list: readonly unknown[]): string[] {
  return Array.from({ length: Math.ceil(list.length / CHUNK) }, (_, index) =>
    JSON.stringify(list.slice(index * CHUNK, (index + 1) * CHUNK)),
  );
}

async function joined<Item>(texts: readonly string[]): Promise<Item[]> {
  const list: Item[] = [];
  for (const text of texts) {
    list.push(...(JSON.parse(text) as Item[]));
    await setImmediate();
  }
  return list;
}
