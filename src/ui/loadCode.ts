/** Style sheets that could not be fetched, and what waits for them to be fetched again. */
const missing = new Set<HTMLLinkElement>();
let fetching: Promise<unknown> | null = null;

if (typeof document !== 'undefined') {
  const note = ({ target }: Event) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
  };
  // These events do not bubble.
  document.addEventListener('error', note, true);
}

/**
 * Runs an import. Style sheets that were missing with a failed one are fetched first: the bundler's loader asks for each of them only
 * once, and the code would be shown without them.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  if (missing.size > 0)
    fetching ??= Promise.all([...missing].map(fetchAgain)).finally(() => {
      fetching = null;
    });
  if (fetching !== null) await fetching;
  return load();
}

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  const again = link.cloneNode() as HTMLLinkElement;
  const fetched = new Promise((resolve, reject) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
  });
  missing.delete(link);
  link.replaceWith(again);
  return fetched;
}

/**
 * For code that stays missing: the site has been updated since the page was opened, or the browser remembers that it could not be
 * fetched. Without a connection the page stays as it is.
 */
export async function reloadIfReachable(): Promise<void> {
  const isReachable = await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );
  if (isReachable) window.location.reload();
}
