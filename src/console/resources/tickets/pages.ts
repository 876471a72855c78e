import { PageNotLoaded } from '../../../app/errors/PageNotLoaded.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { SpecialPages } from '../../engine/specialPages.ts';

const TicketList = lazyComponent(() => import('./TicketList.tsx').then((module) => module.TicketList), PageNotLoaded);

export const ticketPages: SpecialPages = { tickets: { list: TicketList } };
