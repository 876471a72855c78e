/** The specification's identifier of a kiosk: a card (BOC) or a student ID (SID). */
export type KioskState = 'BOC' | 'SID' | 'Unselected';

export interface Identifier {
  boc: string;
  sid: string;
  kioskState: KioskState;
}

export const UNSELECTED: Identifier = { boc: '', sid: '', kioskState: 'Unselected' };

/** Characters with which a value is complete. */
export const COMPLETE = { BOC: 16, SID: 9 } as const;

/** Choosing a mode clears the value of the other. */
export function chooseMode(before: Identifier, kioskState: Exclude<KioskState, 'Unselected'>): Identifier {
  return kioskState === 'BOC' ? { ...before, sid: '', kioskState } : { ...before, boc: '', kioskState };
}

export function valueOf({ kioskState, boc, sid }: Identifier): string {
  return kioskState === 'Unselected' ? '' : kioskState === 'BOC' ? boc : sid;
}

/** The identifier with another value. `fired`: the value that is complete, and therefore cleared. */
export function enterValue(before: Identifier, text: string): { next: Identifier; fired: string | null } {
  const { kioskState } = before;
  if (kioskState === 'Unselected') return { next: before, fired: null };
  const isComplete = text.length >= COMPLETE[kioskState];
  const value = isComplete ? '' : text;
  return {
    next: kioskState === 'BOC' ? { ...before, boc: value } : { ...before, sid: value },
    fired: isComplete ? text.slice(0, COMPLETE[kioskState]) : null,
  };
}
