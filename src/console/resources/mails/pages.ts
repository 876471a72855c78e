import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { SpecialPages } from '../../engine/specialPages.ts';

const MailList = lazyComponent(() => import('./MailList.tsx').then((module) => module.MailList), PageNotLoaded);
const MailPage = lazyComponent(() => import('./MailPage.tsx').then((module) => module.MailPage), PageNotLoaded);
const AddressList = lazyComponent(
  () => import('./AddressList.tsx').then((module) => module.AddressList),
  PageNotLoaded,
);

export const mailPages: SpecialPages = {
  mails: { list: MailList, show: MailPage },
  suppressedAddresses: { list: AddressList },
};
