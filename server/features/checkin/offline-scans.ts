import { createHash, createHmac, hkdfSync } from 'node:crypto';
import { SCAN_TAG_LENGTH, scanText } from '../../../domain/sessions/scan-tag.ts';
import { Sealed } from '../../platform/sealed.ts';
import { sessionSecret } from '../../platform/settings.ts';
import type { Needs } from '../../services.ts';

/** Encrypted, so that session keys can be applied to it later. Only its hash is sealed, not the number. */
export async function sealCard({ settings }: Needs<'settings'>, card: string): Promise<string> {
  return (await cardSeal(settings)).seal(hashScan(scanText({ kind: 'card', card })));
}

export interface ScanTags {
  /** Base64url. It is valid for one session and derived from the server's secret, which it does not reveal. */
  key: string;
  tagsOf: (person: { cardSealed: string | null; studentId: string | null }) => string[];
}

/** What a device needs to recognize cards and student IDs of one session without a connection (ADR 28). */
export async function scanTags({ settings }: Needs<'settings'>, instanceId: number): Promise<ScanTags> {
  const [secret, seal] = [await sessionSecret(settings), await cardSeal(settings)];
  const key = Buffer.from(hkdfSync('sha256', secret, '', `cards at the door of session ${instanceId}`, 32));
  const tag = (hash: string) => createHmac('sha256', key).update(hash).digest('base64url').slice(0, SCAN_TAG_LENGTH);
  return {
    key: key.toString('base64url'),
    tagsOf: ({ cardSealed, studentId }) => {
      const card = cardSealed === null ? null : seal.open(cardSealed);
      const hashes = [
        ...(typeof card === 'string' ? [card] : []),
        ...(studentId === null ? [] : [hashScan(scanText({ kind: 'studentId', studentId }))]),
      ];
      return hashes.map(tag);
    },
  };
}

async function cardSeal(settings: Needs<'settings'>['settings']): Promise<Sealed> {
  return new Sealed(await sessionSecret(settings), 'cards of accounts');
}

function hashScan(text: string): string {
  return createHash('sha256').update(text).digest('base64url');
}
