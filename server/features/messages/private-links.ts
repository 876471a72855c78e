import { ADDRESS_CONFIRMATION, PASSWORD_INVITATION, PASSWORD_RESET } from '../../../domain/messages/messages.ts';
import type { Needs } from '../../services.ts';
import { CONFIRM_LABEL, confirmPath, confirmToken } from './confirming.ts';
import { passwordPath, passwordToken } from './password-links.ts';
import { storedReceiptLink } from './receipt-links.ts';

type LinkServices = Needs<'db' | 'settings'>;

/** The button of a mail that identifies its reader and does one thing. Such a mail has no other links of its reader. */
export interface PrivateLink {
  label: string;
  path: (token: string | null) => string;
  /** Null: the link was used, or a newer one replaced it. `id`: of the record that the message is about. */
  token: (services: LinkServices, id: number, createdAt: string) => Promise<string | null>;
  /** Without a mail server an administrator sees the link in the outbox, and passes it on. */
  isPassedOn: boolean;
}

const OPEN_RECEIPT: PrivateLink = {
  label: 'Open the receipt',
  path: (link) => `/receipt/${link ?? '...'}`,
  token: storedReceiptLink,
  isPassedOn: false,
};

const PRIVATE_LINKS: Readonly<Record<string, PrivateLink>> = {
  [ADDRESS_CONFIRMATION]: { label: CONFIRM_LABEL, path: confirmPath, token: confirmToken, isPassedOn: true },
  [PASSWORD_INVITATION]: {
    label: 'Set your password',
    path: passwordPath,
    token: storedPasswordToken,
    isPassedOn: false,
  },
  receipt: OPEN_RECEIPT,
  receiptRefund: OPEN_RECEIPT,
  [PASSWORD_RESET]: { label: 'Set a new password', path: passwordPath, token: storedPasswordToken, isPassedOn: false },
};

export function privateLinkOf(event: string): PrivateLink | undefined {
  return PRIVATE_LINKS[event];
}

async function storedPasswordToken(services: LinkServices, id: number): Promise<string | null> {
  const link = await services.db.selectFrom('passwordLinks').select('seed').where('id', '=', id).executeTakeFirst();
  return link ? passwordToken(services, link.seed) : null;
}
