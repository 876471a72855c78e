/** How a person identified at a kiosk. Each opens what the ones before it open, too. */
export const KIOSK_IDENTITIES = ['id', 'card', 'pin'] as const;
export type KioskIdentity = (typeof KIOSK_IDENTITIES)[number];
