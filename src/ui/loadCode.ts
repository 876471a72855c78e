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

/** Style sheets that a failed import lacked are fetched first: the bundler's loader requests each only once. */
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

/** Milliseconds before each question whether the server answers: the first call after a connection is back may still fail. */
const WAITS = [0, 1000, 3000];

/** Browsers remember modules that failed, and the site may have been updated. Without a connection, or unsaved, the page stays. */
export async function reloadIfReachable(): Promise<void> {
  const isLeft = window.dispatchEvent(new Event('beforeunload', { cancelable: true }));
  if (isLeft && (await isReachable())) window.location.reload();
}

async function isReachable(): Promise<boolean> {
  for (const wait of WAITS) {
    await new Promise((resolve) => {
      setTimeout(resolve, wait);
    });
    try {
      await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' });
      return true;
    } catch {
      // Asked again.
    }
  }
  return false;
}
