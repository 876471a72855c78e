import { DEFAULT_SITE_SETTINGS } from '../../../../domain/content/content.ts';
import type { SiteDisplaySettings } from '../../../../domain/calls/content.ts';
import { imageFile } from '../../../../domain/values/images.ts';
import type { FormData } from '../../../forms/shared/formServices.ts';

/** The public settings that would result from saving the form. */
export function displaySettingsOf(data: FormData): SiteDisplaySettings {
  const settingText = (name: keyof SiteDisplaySettings) => {
    const value = data[name];
    return typeof value === 'string' && value.trim() !== '' ? value : null;
  };
  const uploadedFile = (name: keyof SiteDisplaySettings) => {
    const text = settingText(name);
    return text === null ? null : imageFile(text);
  };
  const isOn = (name: 'showBookstackSearch' | 'showLinksManager' | 'showAnyNav') => {
    const value = data[name];
    return typeof value === 'boolean' ? value : DEFAULT_SITE_SETTINGS[name];
  };
  return {
    bannerMessage: settingText('bannerMessage'),
    welcomeMessage: settingText('welcomeMessage'),
    footer: settingText('footer'),
    lockupURL: uploadedFile('lockupURL'),
    graphicURL: uploadedFile('graphicURL'),
    squareLogoURL: uploadedFile('squareLogoURL'),
    faviconURL: uploadedFile('faviconURL'),
    darkBackgroundURL: uploadedFile('darkBackgroundURL'),
    lightBackgroundURL: uploadedFile('lightBackgroundURL'),
    showBookstackSearch: isOn('showBookstackSearch'),
    showLinksManager: isOn('showLinksManager'),
    showAnyNav: isOn('showAnyNav'),
    inventoryURL: settingText('inventoryURL'),
    internalDocsURL: settingText('internalDocsURL'),
  };
}
