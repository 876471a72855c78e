import type { SettingsPart } from '../../platform/settings.ts';

declare module '../../platform/settings.ts' {
  interface Settings {
    /** Whether local passwords open a session. Those of administrators always do, so that no one is locked out. */
    localLogin: boolean;
  }
}

export const accountSettings: SettingsPart = {
  variables: ['LOCAL_LOGIN'],
  read: ({ text, report }) => {
    const value = text('LOCAL_LOGIN') ?? 'on';
    if (value !== 'on' && value !== 'off') report('LOCAL_LOGIN', 'on or off', value);
    return { localLogin: value !== 'off' };
  },
};
