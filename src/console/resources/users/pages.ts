import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { SpecialPages } from '../../engine/specialPages.ts';

const UserPage = lazyComponent(() => import('./UserPage.tsx').then((module) => module.UserPage), PageNotLoaded);

export const userPages: SpecialPages = { users: { show: UserPage } };
