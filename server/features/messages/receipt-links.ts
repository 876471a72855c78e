import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { sessionSecret } from '../../platform/settings.ts';
import type { Needs } from '../../services.ts';

const TOKEN_BYTES = 16;

/** The last part of a receipt's address. Neither the database nor the server's secret alone yields it. */
export async function receiptToken({ settings }: Needs<'settings'>, chargeId: number): Promise<string> {
  const key = receiptKey(await sessionSecret(settings));
  return createHmac('sha256', key).update(String(chargeId)).digest().subarray(0, TOKEN_BYTES).toString('base64url');
}

let derived: { secret: string; key: Buffer } | null = null;

function receiptKey(secret: string): Buffer {
  if (derived?.secret !== secret)
    derived = { secret, key: Buffer.from(hkdfSync('sha256', secret, '', 'receipts', 32)) };
  return derived.key;
}

export function hashReceiptToken(token: string): string {
  return createHash('sha256').update(token).digest('base64url');
}

export function receiptPath(endpoint: string, token: string): string {
  return `/receipt/${endpoint}/${token}`;
}

/** "request/{token}", of a message about the receipt. Null: it was deleted. */
export async function storedReceiptLink(services: Needs<'db' | 'settings'>, receiptId: number): Promise<string | null> {
  const receipt = await services.db
    .selectFrom('receipts')
    .select(['chargeId', 'endpoint'])
    .where('id', '=', receiptId)
    .executeTakeFirst();
  return receipt ? `${receipt.endpoint}/${await receiptToken(services, receipt.chargeId)}` : null;
}
