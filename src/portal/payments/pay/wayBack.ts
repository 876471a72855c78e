import { wantedPath } from '../../../../domain/access/route-guard.ts';
import { FROM_LENGTH, type Endpoint } from '../../../../domain/payments/paths.ts';

export interface WayBack {
  to: string;
  label: string;
}

/** Where people return to who did not come from a page of this site. */
const DEFAULTS: Readonly<Record<Endpoint, WayBack>> = {
  request: { to: '/requests/myrequests', label: 'My requests' },
  ticket: { to: '/signup/myevents', label: 'My events' },
  order: { to: '/payment/orders', label: 'My orders' },
  topup: { to: '/payment/balances', label: 'My balances' },
};

/** The page that `from` names, if it is one of this site, else the default of what is paid. */
export function wayBack(endpoint: Endpoint, from: string | null): WayBack {
  const wanted = from === null || from.length > FROM_LENGTH ? null : wantedPath(from);
  if (wanted === null) return DEFAULTS[endpoint];
  const [path] = wanted.split(/[?#]/, 1);
  const named = Object.values(DEFAULTS).find(({ to }) => to === path);
  return { to: wanted, label: named?.label ?? 'Back' };
}
