/** The name of the first script's file: what another build has kept may lack what this one expects. Empty in the development server. */
export function currentBuild(): string {
  const entry = document.querySelector('script[type="module"][src^="/assets/"], link[data-start]');
  return entry?.getAttribute('src') ?? entry?.getAttribute('href') ?? '';
}
