import type { ClientResource } from '../../../domain/declarations/client-model.ts';

/** Which of a resource's generated pages a path is. */
export type ConsolePage =
  | { kind: 'list' }
  | { kind: 'create' }
  | { kind: 'edit'; id: string }
  | { kind: 'show'; id: string };

/** What the adapter prefixes react-admin's own paths with, so that they cannot be taken for paths of the site. */
export const CONSOLE_BASE = '/@';

export function listPath(resource: ClientResource): string {
  return resource.config.path;
}

export function createPath(resource: ClientResource): string {
  return resource.config.createPath ?? `${resource.config.path}/create`;
}

export function editPath(resource: ClientResource, id: string | number): string {
  const pattern = resource.config.editPath ?? `${resource.config.path}/{id}`;
  return pattern.replace('{id}', encodeURIComponent(String(id)));
}

export function showPath(resource: ClientResource, id: string | number): string {
  return `${resource.config.path}/${encodeURIComponent(String(id))}/show`;
}

/** The page of `resource` that lives at `pathname`; null when it is none of them. */
export function pageAt(resource: ClientResource, pathname: string): ConsolePage | null {
  const path = pathname.length > 1 ? pathname.replace(/\/+$/, '') : pathname;
  if (same(path, listPath(resource))) return { kind: 'list' };
  if (same(path, createPath(resource))) return { kind: 'create' };
  const show = idIn(`${resource.config.path}/{id}/show`, path);
  if (show !== null) return { kind: 'show', id: show };
  const edit = idIn(resource.config.editPath ?? `${resource.config.path}/{id}`, path);
  return edit === null ? null : { kind: 'edit', id: edit };
}

function same(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function idIn(pattern: string, path: string): string | null {
  const [before = '', after = ''] = pattern.split('{id}');
  const starts = path.slice(0, before.length).toLowerCase() === before.toLowerCase();
  const ends = after === '' || path.slice(-after.length).toLowerCase() === after.toLowerCase();
  const id = path.slice(before.length, path.length - after.length);
  if (!starts || !ends || id === '' || id.includes('/')) return null;
  try {
    return decodeURIComponent(id);
  } catch {
    return null;
  }
}

/** react-admin's "/@/events/12/show" as a path of the site; any other path as it is. */
export function toSitePath(pathname: string, resources: readonly ClientResource[]): string {
  if (!pathname.startsWith(`${CONSOLE_BASE}/`)) return pathname;
  const [name = '', first, second] = pathname.slice(CONSOLE_BASE.length + 1).split('/');
  const resource = resources.find((one) => one.name === name);
  if (!resource) return '/';
  if (first === undefined || first === '') return listPath(resource);
  if (first === 'create') return createPath(resource);
  const id = decodeURIComponent(first);
  return second === 'show' ? showPath(resource, id) : editPath(resource, id);
}

/** A path of the site as react-admin's own, when it is a page of `resource`. */
export function toConsolePath(pathname: string, resource: ClientResource): string {
  const page = pageAt(resource, pathname);
  const base = `${CONSOLE_BASE}/${resource.name}`;
  switch (page?.kind) {
    case 'list':
      return base;
    case 'create':
      return `${base}/create`;
    case 'edit':
      return `${base}/${encodeURIComponent(page.id)}`;
    case 'show':
      return `${base}/${encodeURIComponent(page.id)}/show`;
    default:
      return pathname;
  }
}
