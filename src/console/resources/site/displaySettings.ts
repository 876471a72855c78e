import { DEFAULT_SITE_SETTINGS } from '../../../../domain/content/content.ts';
import type { SiteDisplaySettings } from '../../../../domain/calls/content.ts';
import { imageFile } from '../../../../domain/values/images.ts';
import type { FormData } from '../../../forms/formServices.ts';

/** The public settings that would result from saving the form. */
export function displaySettingsOf(data: FormData): SiteDisplaySettings {
  const textOf = (name: keyof SiteDisplaySettings) => {
    const value = data[name];
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  };
  const fileOf = (name: keyof SiteDisplaySettings) => {
    const text = textOf(name);
    return text === null ? null : imageFile(text);
  };
  const isOn = (name: 'showBookstackSearch' | 'showLinksManager') => {
    const value = data[name];
    return typeof value === 'boolean' ? value : DEFAULT_SITE_SETTINGS[name];
  };
  return {
    bannerMessage: textOf('bannerMessage'),
    welcomeMessage: textOf('welcomeMessage'),
    footer: textOf('footer'),
    lockupURL: fileOf('lockupURL'),
    graphicURL: fileOf('graphicURL'),
    squareLogoURL: fileOf('squareLogoURL'),
    faviconURL: fileOf('faviconURL'),
    darkBackgroundURL: fileOf('darkBackgroundURL'),
    lightBackgroundURL: fileOf('lightBackgroundURL'),
    showBookstackSearch: isOn('showBookstackSearch'),
    showLinksManager: isOn('showLinksManager'),
    inventoryURL: textOf('inventoryURL'),
    internalDocsURL: textOf('internalDocsURL'),
  };
}
