/** "home" for "/", otherwise the last segment of the path without characters that names cannot contain. */
export function pageNameOf(pathname: string): string {
  const segment = pathname.split('/').filter(Boolean).at(-1);
  if (segment === undefined) return 'home';
  try {
    return decodeURIComponent(segment).replaceAll('\0', '\ufffd');
  } catch {
    return segment;
  }
}
