import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** Its code is loaded where an address is wrong. Without it the page stays as it is. */
export const LazyNearPages = lazyComponent(
  async () => (await import('./NearPages.tsx')).NearPages,
  () => null,
);
