import type { AddressConfirmation, AddressState } from '../../../../domain/address-calls.ts';
import { api } from '../../../app/api.ts';

const PATH = '/api/account/address';

/** Of the query of where the mails of whoever is logged in go. */
export const addressKey = (userName: string | null) => ['account', 'address', userName];

export const readAddress = () => api<AddressState>(PATH);
export const askForAddress = (address: string, currentPassword: string) =>
  api<AddressState>(PATH, { method: 'POST', json: { address, currentPassword } });
export const mailAddressAgain = () => api<AddressState>(`${PATH}/mail`, { method: 'POST' });
export const cancelAddress = () => api<AddressState>(PATH, { method: 'DELETE' });

const linked = (link: string) => `${PATH}/confirmation?link=${encodeURIComponent(link)}`;
export const readConfirmation = (link: string) => api<AddressConfirmation>(linked(link));
export const confirmAddress = (link: string) => api<AddressConfirmation>(linked(link), { method: 'POST' });
