/** The name of the content page at a path: "/" is home, else it is the last segment, without what no name can hold. */
export function pageNameOf(pathname: string): string {
  const segment = pathname.split('/').filter(Boolean).at(-1);
  if (segment === undefined) return 'home';
  try {
    return decodeURIComponent(segment).replaceAll('\0', '\ufffd');
  } catch {
    return segment;
  }
}
