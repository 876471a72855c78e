import type { MailFile } from '../../platform/mail/transport.ts';
import type { MailServices, Needs } from '../../services.ts';

/** Bytes. Mail servers refuse larger emails, and their readers would miss the text as well. */
const MOST_BYTES = 2_000_000;

/** The file as the recipient can see it, for the record that the message is about. Null: the record was deleted. */
type ReadMailFile = (services: MailServices, recordId: number, recipientId: number) => Promise<MailFile | null>;

/** Features register files by message event in their `checks`: once for each engine. */
const registries = new WeakMap<object, Map<string, ReadMailFile>>();

export function registerMailFile({ engine }: Needs<'engine'>, event: string, read: ReadMailFile): void {
  const files = registries.get(engine) ?? new Map<string, ReadMailFile>();
  registries.set(engine, files.set(event, read));
}

/** The files of an email about this event. A file that is too large or cannot be made is left out: the email links to it. */
export async function mailFilesOf(
  services: MailServices,
  event: string,
  recordId: number | null,
  recipientId: number | null,
): Promise<MailFile[]> {
  const read = registries.get(services.engine)?.get(event);
  if (read === undefined || recordId === null || recipientId === null) return [];
  const file = await read(services, recordId, recipientId).catch((error: unknown) => {
    console.error(error);
    return null;
  });
  return file === null || file.content.byteLength > MOST_BYTES ? [] : [file];
}
