import type { ComponentType } from 'react';
import type { RouteDeclaration } from '../../../domain/declarations/site.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { loadCode } from '../../ui/loadCode.ts';
import { PageNotLoaded } from '../errors/PageNotLoaded.tsx';

/** Generated pages receive their resource; other screens read their parameters from the router. */
export interface ScreenProps {
  resource: string;
}

export interface ScreenModule {
  Screen: ComponentType<ScreenProps> | ComponentType;
  /** Loads data ahead of the first render after a document has loaded. `resource`: that of a generated page. */
  prepare?: (resource: string) => Promise<void>;
}

/** Loaders by screen name (config/routes.json); "resource:*" serves all generated pages. */
export type LoadScreen = () => Promise<ScreenModule>;
export type Screens = Readonly<Record<string, LoadScreen>>;

export const screenComponents: Record<string, ComponentType<ScreenProps>> = {};
const loaders: Record<string, () => Promise<ScreenModule>> = {};

export function provideScreens(screens: Screens): void {
  for (const [key, load] of Object.entries(screens)) {
    loaders[key] = () => loadCode(load);
    screenComponents[key] = lazyComponent(
      async () => (await load()).Screen as ComponentType<ScreenProps>,
      PageNotLoaded,
    );
  }
}

/** Loads a screen, so that it renders without suspending. Aborted, the lazy component stays: a shown one would be mounted again. */
export async function screenReady(route: RouteDeclaration | undefined, signal?: AbortSignal): Promise<void> {
  if (route === undefined) return;
  const { key, resource } = screenOf(route);
  const module = await loaders[key]?.().catch(() => null);
  await module?.prepare?.(resource);
  if (module && !signal?.aborted) screenComponents[key] = module.Screen as ComponentType<ScreenProps>;
}

export function screenOf(route: RouteDeclaration): { key: string; resource: string } {
  const [kind = '', name = ''] = route.screen.split(':');
  return kind === 'resource' ? { key: 'resource:*', resource: name } : { key: route.screen, resource: '' };
}

/** Prefetches a screen's code, for instance when a link to it is hovered. */
export function preloadScreen(route: RouteDeclaration | undefined): void {
  if (route !== undefined) void loaders[screenOf(route).key]?.().catch(() => undefined);
}
