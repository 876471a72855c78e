/** Whether an import has failed since the style sheets were last complete. */
let isIncomplete = false;

/**
 * Runs an import. Style sheets that were missing with a failed one are fetched first: the bundler's loader asks for each of them only
 * once, and the code would be shown without them.
 */
export async function loadCode<Module>(load: () => Promise<Module>): Promise<Module> {
  try {
    if (isIncomplete) await fetchMissingStyles();
    isIncomplete = false;
    return await load();
  } catch (error) {
    isIncomplete = true;
    throw error;
  }
}

async function fetchMissingStyles(): Promise<void> {
  const links = [...document.querySelectorAll<HTMLLinkElement>('link[rel="stylesheet"]')];
  await Promise.all(links.filter(({ sheet }) => sheet === null).map(fetchAgain));
}

function fetchAgain(link: HTMLLinkElement): Promise<unknown> {
  const again = link.cloneNode() as HTMLLinkElement;
  const fetched = new Promise((resolve, reject) => {
    again.addEventListener('load', resolve);
    again.addEventListener('error', () => reject(new Error(`${link.href} could not be loaded`)));
  });
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
