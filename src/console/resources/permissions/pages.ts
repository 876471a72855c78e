import { lazy } from 'react';
import type { SpecialPages } from '../../engine/specialPages.ts';

const PermissionsPage = lazy(() =>
  import('./PermissionsPage.tsx').then((module) => ({ default: module.PermissionsPage })),
);

export const permissionPages: SpecialPages = {
  permissions: { list: PermissionsPage, create: PermissionsPage, edit: PermissionsPage, show: PermissionsPage },
};
