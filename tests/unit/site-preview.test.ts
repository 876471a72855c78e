import { describe, expect, it } from 'vitest';
import { DEFAULT_SITE_SETTINGS } from '../../domain/content/content.ts';
import { displaySettingsOf } from '../../src/console/resources/site/displaySettings.ts';

describe('the settings that a preview shows', () => {
  it('are the defaults where the form is empty', () => {
    expect(displaySettingsOf({})).toEqual(DEFAULT_SITE_SETTINGS);
    expect(displaySettingsOf({ welcomeMessage: '  ', lockupURL: null, showLinksManager: false })).toEqual({
      ...DEFAULT_SITE_SETTINGS,
      showLinksManager: false,
    });
  });

  it('have the names of pictures, also where their addresses were stored', () => {
    expect(
      displaySettingsOf({ faviconURL: '/api/Content/a.png', footer: '<p>Here</p>', showBookstackSearch: true }),
    ).toEqual({ ...DEFAULT_SITE_SETTINGS, faviconURL: 'a.png', footer: '<p>Here</p>', showBookstackSearch: true });
  });
});
