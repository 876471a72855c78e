import type { Signature } from '../../../domain/calls/taps.ts';
import { htmlText } from '../../../domain/html/html-text.ts';
import { daysLater } from '../../../domain/values/zoned-time.ts';
import type { Tx } from '../../platform/database.ts';
import { problem } from '../../platform/problem.ts';
import type { RowServices } from '../../services.ts';
import type { Station } from './station.ts';

/** Stores signatures with the texts as they were shown. 409 when one has changed since. */
export async function signWaivers(
  services: RowServices,
  tx: Tx,
  { actor, deviceId }: Station,
  { signatures, ...signer }: { signatures: readonly Signature[]; userId: number | null; visitId: number | null },
): Promise<void> {
  if (signatures.length === 0) return;
  const texts = await tx
    .selectFrom('waiverTexts')
    .select(['id', 'title', 'html', 'edition', 'validDays'])
    .where('id', 'in', [...new Set(signatures.map(({ waiverTextId }) => waiverTextId))])
    .where('active', '=', true)
    .execute();
  const now = services.clock.now();
  for (const { waiverTextId, edition, signerName } of signatures) {
    const text = texts.find(({ id }) => id === waiverTextId);
    if (text?.edition !== edition)
      throw problem(409, 'taps.waiver-changed', 'Not signed', 'The text has changed. Read it again.');
    const days = text.validDays;
    const expiresAt = days === null ? null : new Date(daysLater(now, days, services.model.site.timezone)).toISOString();
    await services.engine.create(
      actor,
      'signedWaivers',
      {
        ...{ waiverTextId, edition, deviceId, expiresAt, ...signer },
        text: `${text.title}\n\n${htmlText(text.html)}`,
        signerName: signerName.trim(),
        signedAt: new Date(now).toISOString(),
      },
      { tx, command: true },
    );
  }
}
