/** The name of the content page at a path: "/" is home, else it is the last segment. */
export function pageNameOf(pathname: string): string {
  const segment = pathname.split('/').filter(Boolean).at(-1);
  if (segment === undefined) return 'home';
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}
