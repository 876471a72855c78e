import { expect } from 'vitest';
import { commands, locators, page, type Locator } from 'vitest/browser';
import type { Row } from '../../domain/declarations/model.ts';
import type {
  ContentFaults,
  DraftChange,
  PageCard,
  PageContent,
  PageEditor,
  PagePresence,
  SavedDraft,
} from '../../domain/calls/page-editor.ts';
import { Screen } from '../../src/console/resources/content/editor/EditorScreen.tsx';
import { clock } from '../../src/ui/clock.ts';
import { listOf, refusal, type Answers, type ApiCall } from './site-api.ts';
import { sitePage, type SIZES } from './site-page.tsx';
import { pageContent } from '../factories/page-content.ts';

locators.extend({
  openForm: () => '[data-section-form]',
  fileInput: () => 'input[type=file]',
});

declare module 'vitest/browser' {
  interface LocatorSelectors {
    /** The form of the selected part. */
    openForm: () => Locator;
    fileInput: () => Locator;
  }
}

export interface EditorPageOptions extends Partial<Omit<PageContent, 'cards'>> {
  /** Of the draft; without cards there is none. */
  cards?: Partial<PageCard>[];
  /** What visitors see. Without it the page has never been published. */
  live?: Partial<Omit<PageContent, 'cards'>> & { cards?: Partial<PageCard>[] };
  part?: string;
  size?: keyof typeof SIZES;
  inShell?: boolean;
  /** Its history. Default: the publication of what visitors see. */
  versions?: PageEditor['versions'];
  /** Rows of /api/images and /api/pages. */
  images?: readonly Row[];
  pages?: readonly Row[];
  /** What prevents publishing: messages by place, as the server names them. */
  faultsOf?: (content: PageContent) => ContentFaults;
  /** What is found while it is edited. */
  faultsWhileEditing?: (content: PageContent) => ContentFaults;
  answers?: Answers;
}

export interface EditedPage {
  calls: ApiCall[];
  /** The page as it was saved last. */
  saved: () => PageContent;
}

const PAGE = { id: 7, name: 'a-page', published: false, version: 1 };

/** The editor of a page that no one else edits and that is not published. */
export async function editorPage({
  cards = [],
  live: published,
  versions,
  part,
  size = 'desktop',
  inShell = false,
  images = [],
  pages = [],
  faultsOf = () => ({}),
  faultsWhileEditing = () => ({}),
  answers = {},
  ...more
}: EditorPageOptions = {}): Promise<EditedPage> {
  const empty = pageContent({ title: 'A page', name: PAGE.name });
  const { cardTypes } = await commands.siteModel();
  const validated = await Promise.all(
    cardTypes.map(async (type) => ({ ...type, validatorUrl: await commands.compileValidator(type.schema) })),
  );
  const contentOf = ({ cards: given = [], ...values }: NonNullable<EditorPageOptions['live']>): PageContent => ({
    ...empty,
    ...values,
    cards: given.map((card, index): PageCard => ({
      key: `new-${index}`,
      type: 'StandardCard',
      title: `Card ${index + 1}`,
      data: {},
      ...card,
    })),
  });
  let live = contentOf(published ?? {});
  let isPublished = published !== undefined;
  let version = 1;
  let draft: PageContent | null = contentOf({ ...more, cards });
  const at = () => clock.instant();
  const versionNow = () => `1.${draft === null ? 0 : 1}.${draft === null ? 0 : version}`;
  const editor = (): PageEditor => ({
    page: { ...PAGE, title: live.title, published: isPublished },
    version: versionNow(),
    live,
    draft:
      draft === null
        ? null
        : { content: draft, version: versionNow(), publishAt: null, updatedAt: at(), updatedBy: 'administrator' },
    faults: faultsWhileEditing(draft ?? live),
    versions:
      versions ??
      (isPublished ? [{ number: 1, kind: 'published', publishedAt: at(), publishedBy: 'administrator' }] : []),
  });
  const presence = (): PagePresence => ({ version: versionNow(), others: [] });
  const base = `/api/content/pages/${PAGE.id}`;
  const calls = await sitePage({
    pattern: '/content/managecards/:title',
    address: `/content/managecards/${PAGE.name}${part === undefined ? '' : `?section=${part}`}`,
    screen: <Screen />,
    size,
    inShell,
    answers: {
      [`GET /api/content/pages/${PAGE.name}/editor`]: editor,
      [`GET ${base}/editor`]: editor,
      'GET /api/content/cardTypes': () => validated,
      [`PUT ${base}/presence`]: presence,
      [`DELETE ${base}/presence`]: () => undefined,
      [`PUT ${base}/draft`]: async ({ body }): Promise<SavedDraft> => {
        draft = await commands.storedDraft((body as DraftChange).content);
        version += 1;
        const faults = faultsWhileEditing(draft);
        return { version: versionNow(), updatedAt: at(), publishAt: null, faults, content: draft, isStored: false };
      },
      [`POST ${base}/publish`]: () => {
        const errors = faultsOf(draft ?? live);
        const count = Object.keys(errors).length;
        if (count > 0) return refusal(422, 'content.faulty', `Correct ${count} errors first.`, { errors });
        live = draft ?? live;
        draft = null;
        isPublished = true;
        version += 1;
        return { published: true, publishAt: null };
      },
      'GET /api/images': ({ query }) => listOf('images', found(images, query)),
      'GET /api/pages': ({ query }) => listOf('pages', found(pages, query)),
      'GET /api/links': () => listOf('links', []),
      'GET /api/locations': () => listOf('locations', [{ id: 1, name: 'Makeshop' }]),
      ...answers,
    },
  });
  await expect.element(page.getByRole('heading', { level: 1, name: draft.title })).toBeVisible();
  return { calls, saved: () => draft ?? live };
}

/** Rows that match `q`, or fields that have a value. */
function found(rows: readonly Row[], query: URLSearchParams): readonly Row[] {
  const { q, ...fields } = JSON.parse(query.get('filter') ?? '{}') as Row;
  return rows.filter(
    (row) =>
      (typeof q !== 'string' || JSON.stringify(row).toLowerCase().includes(q.toLowerCase())) &&
      Object.entries(fields).every(([name, value]) => row[name] === value),
  );
}

/** The form of the selected part. */
export function form(): Locator {
  return page.openForm();
}

export function preview(): Locator {
  return page.getByRole('region', { name: 'Preview of the page' });
}

export async function addCard(kind: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a card' }).click();
  await page
    .getByRole('menu', { name: 'Add a card' })
    .getByRole('menuitem', { name: new RegExp(`^${kind}`) })
    .click();
  await expect.element(page.getByRole('heading', { level: 2, name: kind })).toBeVisible();
}

/** The titles of the cards in their order. */
export function cardOrder(): string[] {
  return [...document.querySelectorAll('button[aria-label^="Move "]')].flatMap(
    (one) => /^Move (.*), card \d+ of \d+$/.exec(one.ariaLabel ?? '')?.[1] ?? [],
  );
}

export function handle(title: string): Locator {
  return page.getByRole('button', { name: new RegExp(`^Move ${title}, card`) });
}

/** Whether it lies in the window as a whole, under nothing else. */
export function isInView(element: Element): boolean {
  const { left, top, bottom, width } = element.getBoundingClientRect();
  const isUncovered = (y: number) => {
    const shown = document.elementFromPoint(left + width / 2, y);
    return shown !== null && element.contains(shown);
  };
  return top >= 0 && bottom <= window.innerHeight && isUncovered(top + 4) && isUncovered(bottom - 4);
}

/** A picture as someone would choose it from their files. */
export async function pictureFile(name: string, width = 800, height = 600): Promise<File> {
  const bytes = Uint8Array.from(atob(await commands.picture(width, height)), (letter) => letter.charCodeAt(0));
  return new File([bytes], name, { type: 'image/jpeg' });
}

export async function publishNow(): Promise<void> {
  await page.getByRole('button', { name: /^Publish( changes)?$/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Publish now' }).click();
}
