import type { FastifyReply } from 'fastify';
import { ACCURACY_HEADER, CORRECTED_HEADER } from '../../domain/declarations/list-total.ts';
import type { Page } from './row-reader.ts';

/** The total of a list stays a number, for clients that read nothing else; a further header marks it where it is not exact. */
export function setTotal(
  reply: FastifyReply,
  unit: string,
  { total, accuracy, corrected, start, end }: Page<unknown>,
): void {
  const range = end < start ? `${unit} */${total}` : `${unit} ${start}-${end}/${total}`;
  const exposed = `Content-Range, ${ACCURACY_HEADER}, ${CORRECTED_HEADER}`;
  reply.header('Content-Range', range).header('Access-Control-Expose-Headers', exposed);
  if (accuracy) reply.header(ACCURACY_HEADER, accuracy);
  if (corrected !== undefined) reply.header(CORRECTED_HEADER, encodeURIComponent(corrected));
}

export function sendPage<T>(reply: FastifyReply, unit: string, page: Page<T>): T[] {
  setTotal(reply, unit, page);
  return page.rows;
}
