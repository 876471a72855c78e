/** Pixels of a printed page that are left for the grid below the page's title and the dates, on paper of 8.5 by 11 inches. */
const UPRIGHT = 640;
const SIDEWAYS = 420;
/** Smaller text cannot be read. */
const LEAST = 0.5;

export type PageZoom = Record<'--print-zoom' | '--print-zoom-sideways', string>;

/** By how much a grid of so many pixels is reduced to fit on one page; the second height is that on paper held sideways. */
export function pageZoom(height: number, sideways = height): PageZoom {
  return { '--print-zoom': zoomTo(UPRIGHT, height), '--print-zoom-sideways': zoomTo(SIDEWAYS, sideways) };
}

function zoomTo(room: number, height: number): string {
  return String(Math.max(LEAST, Math.min(1, Math.floor((room / height) * 100) / 100)));
}
