import type { MailFile } from '../../platform/mail/transport.ts';
import type { RowOf } from '../../resources/typed-rows.ts';
import type { RowServices } from '../../services.ts';
import { actorOfAccount } from '../accounts/held-roles.ts';
import { receiptFileName, receiptPdf } from './pdf.ts';
import { shownReceipt } from './read.ts';

/** The receipt as its recipient may see it. Null: the receipt or the account was deleted. */
export async function mailedReceipt(
  services: RowServices,
  receiptId: number,
  recipientId: number,
): Promise<MailFile | null> {
  const receipt = await services.db.selectFrom('receipts').selectAll().where('id', '=', receiptId).executeTakeFirst();
  const actor = await actorOfAccount(services, recipientId, '');
  if (receipt === undefined || actor === null) return null;
  const shown = await shownReceipt(services, actor, receipt as RowOf<'receipts'>);
  return { name: receiptFileName(shown), type: 'application/pdf', content: await receiptPdf(shown) };
}
