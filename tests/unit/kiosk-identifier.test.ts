import { describe, expect, test } from 'vitest';
import { chooseMode, enterValue, UNSELECTED, valueOf } from '../../src/portal/kiosk/identifier.ts';

describe('the identifier of a kiosk', () => {
  test('takes nothing while no mode is selected', () => {
    expect(enterValue(UNSELECTED, '001234567')).toEqual({ next: UNSELECTED, fired: null });
    expect(valueOf(UNSELECTED)).toBe('');
  });

  test('clears the value of the other mode when one is chosen', () => {
    const typed = enterValue(chooseMode(UNSELECTED, 'SID'), '00123').next;
    expect(typed).toEqual({ boc: '', sid: '00123', kioskState: 'SID' });
    expect(chooseMode(typed, 'BOC')).toEqual({ boc: '', sid: '', kioskState: 'BOC' });
    const swiped = enterValue(chooseMode(UNSELECTED, 'BOC'), '0012').next;
    expect(chooseMode(swiped, 'SID')).toEqual({ boc: '', sid: '', kioskState: 'SID' });
  });

  test.each([
    ['BOC', '001234567890123', '0012345678901234'],
    ['SID', '00123456', '001234567'],
  ] as const)('%s fires and clears with its last character', (mode, almost, complete) => {
    const before = chooseMode(UNSELECTED, mode);
    const { next, fired } = enterValue(before, almost);
    expect([valueOf(next), fired]).toEqual([almost, null]);
    expect(enterValue(next, complete)).toEqual({ next: before, fired: complete });
  });
});
