/** The name of the first script's file: what another build has kept may lack what this one expects. Empty in the development server. */
export function currentBuild(): string {
  return document.querySelector('[data-start]')?.getAttribute('data-start') ?? '';
}
