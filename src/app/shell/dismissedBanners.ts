import { createStore, useStore } from '../createStore.ts';
import { persist, readPersisted } from '../persisted.ts';

export type BannerName = 'warning' | 'welcome';

/** The key of the last dismissed text of each banner. index.html hides them before the first paint. */
export type DismissedBanners = Readonly<Partial<Record<BannerName, string>>>;

const STORE = 'dismissed-banners';

const dismissedStore = createStore<DismissedBanners>(readDismissed(), {});

/** Letters and digits: a selector in index.html contains it. */
export function bannerKey(text: string): string {
  let hash = 5381;
  for (const character of text) hash = (Math.imul(hash, 33) ^ (character.codePointAt(0) ?? 0)) >>> 0;
  return `${text.length.toString(36)}x${hash.toString(36)}`;
}

export function useDismissedBanners(): DismissedBanners {
  return useStore(dismissedStore);
}

/** Until the banner's text changes. */
export function dismissBanner(name: BannerName, text: string): void {
  const next = { ...dismissedStore.get(), [name]: bannerKey(text) };
  dismissedStore.set(next);
  persist(STORE, next);
}

function readDismissed(): DismissedBanners {
  const value = typeof window === 'undefined' ? null : readPersisted(STORE);
  return typeof value === 'object' && value !== null ? value : {};
}
