import type { RouteMatch } from '../domain/access/match-route.ts';
import type { RouteDeclaration } from '../domain/declarations/site.ts';
import { callPath } from './app/callApi.ts';
import { listViewKey, preferenceUrl } from './app/preferences.ts';
import { screenOf } from './app/routing/screens.ts';
import { SCREENS } from '../domain/declarations/screens.ts';

/** What the document of a page tells the browser to load before the first script runs. */
export interface PagePreloads {
  sources: string[];
  calls: string[];
  /** What the page loads when it is used, where it also opens without a connection (src/portal/offline/keepPage.ts). */
  offlineSources?: string[];
}

/** What every page of an account loads when it is idle. */
const LATER = 'src/app/session/pollUnread.ts';
const OFFLINE_SOURCES: Partial<Record<string, string[]>> = {
  'portal:my-events': [LATER, 'src/portal/signup/ticket/TicketDialog.tsx'],
  'portal:process-session': [
    LATER,
    'src/app/dialogs/ModalDialog.tsx',
    'src/ui/camera/Camera.tsx',
    'src/ui/camera/readPicture.ts',
  ],
};

const RECORD_PAGES = {
  create: 'src/console/form/CreatePage.tsx',
  edit: 'src/console/form/EditPage.tsx',
  show: 'src/console/show/ShowPage.tsx',
} as const;

/** The screen's code, the code and data that it always loads next. `shown`: the screen's key (screenOf). */
export function preloadsOf(shown: string | null, match: RouteMatch | null): PagePreloads {
  if (shown === null || match === null) return { sources: [], calls: [] };
  const screen = SCREENS[shown as keyof typeof SCREENS];
  if (shown === 'portal:request-form')
    return { sources: [screen, 'src/forms/RequestForm.tsx'], calls: [formPath(match.params)] };
  const { resource } = screenOf(match.route);
  const page = resource === '' ? null : recordPageOf(match.route);
  if (page !== null)
    return {
      sources: [screen, RECORD_PAGES[page]],
      calls: [
        '/api/model',
        ...(page === 'create' ? [] : [`/api/${resource}/${encodeURIComponent(match.params['id'] ?? '')}`]),
      ],
    };
  const offlineSources = OFFLINE_SOURCES[shown];
  return {
    sources: [screen],
    calls: shown.startsWith('portal:')
      ? []
      : ['/api/model', ...(resource === '' ? [] : [preferenceUrl(listViewKey(resource))])],
    ...(offlineSources === undefined ? {} : { offlineSources }),
  };
}

function formPath({ formName: form = '', groupName: group, submissionId }: RouteMatch['params']): string {
  const submission = submissionId === undefined ? undefined : Number(submissionId);
  return callPath('GET /api/requests/form', { query: { form, group, submission } });
}

/** Which page of a record a resource's route leads to; null: its list (which may be that of another record: `filter`). */
function recordPageOf({ path, filter }: RouteDeclaration): keyof typeof RECORD_PAGES | null {
  if (filter !== undefined) return null;
  if (path.endsWith('/create')) return 'create';
  if (path.endsWith('/:id/show')) return 'show';
  return path.endsWith('/:id') ? 'edit' : null;
}
