import type { SpecialPages } from '../../engine/specialPages.ts';
import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

const PermissionsPage = lazyComponent(
  () => import('./PermissionsPage.tsx').then((module) => module.PermissionsPage),
  PageNotLoaded,
);

export const permissionPages: SpecialPages = {
  permissions: { list: PermissionsPage, create: PermissionsPage, edit: PermissionsPage, show: PermissionsPage },
};
