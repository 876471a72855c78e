/** Wire types of the address to which a person's mails go. */

/** The event whose mail carries the link by which its reader confirms an address. */
export const ADDRESS_CONFIRMATION = 'addressConfirmation';

/**
 * Who can change it. self: the person, with the password of the account. directory: it follows the campus directory or identity provider
 * that made the account. staff: the account has no password here that the person could prove to be.
 */
export type AddressKeeper = 'self' | 'directory' | 'staff';

/** Of the mail with the link. kept: there is no mail server, so it stays in the outbox. */
export type ConfirmingMail = 'waiting' | 'sent' | 'failed' | 'kept';

/**
 * GET /api/account/address -> AddressState. POST { address, currentPassword } asks for another one; DELETE takes that back; POST
 * /api/account/address/mail sends its mail again. All answer with the new AddressState.
 */
export interface AddressState {
  /** null: none is known. Also one that staff or the directory have set counts as confirmed. */
  address: string | null;
  /** Mails to it come back, and are not sent any more. */
  fails: boolean;
  keeper: AddressKeeper;
  /** The one that waits for its confirmation. */
  change: AddressChange | null;
}

export interface AddressChange {
  address: string;
  endsAt: string;
  hasEnded: boolean;
  mail: ConfirmingMail;
}

/**
 * GET /api/account/address/confirmation?link= -> AddressConfirmation, which changes nothing; POST confirms. By the link of a mail, with
 * or without a session. 404: no link of ours; 410: it has ended, or does not count any more.
 */
export interface AddressConfirmation {
  /** Whole for the person's own session alone. */
  address: string;
  /** Of the person. */
  name: string;
  isConfirmed: boolean;
  /** Whose session the call has: nobody's, that of the link's person, or another one's. */
  session: 'none' | 'own' | 'other';
}
