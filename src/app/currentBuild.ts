/** The name of the first script's file: what another build has stored may lack what this one expects. Empty in the development server. */
export function currentBuild(page = document): string {
  return page.querySelector('[data-start]')?.getAttribute('data-start') ?? '';
}
