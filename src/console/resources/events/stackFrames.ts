/** A line of a stack trace: a frame with function and location, or other text such as the error's message. */
export type StackLine =
  { kind: 'words'; text: string } | { kind: 'frame'; call: string; place: string; isForeign: boolean };

const CHROMIUM = /^\s*at\s+(?:(.*?)\s+\()?(.+?)\)?\s*$/;
const FIREFOX = /^([^@\s]*)@(.+)$/;
/** Code that is not the portal's own: packages, the platform, browser extensions. */
const FOREIGN = /node_modules|^node:|<anonymous>|^native|extension:\/\//;

/**
 * Parses the formats of Chromium and Node ("at save (https://host/assets/a.js:1:20)") and of Firefox and Safari
 * ("save@https://host/a.js:1:20").
 */
export function stackLines(stack: string): StackLine[] {
  return stack
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map(lineOf);
}

function lineOf(line: string): StackLine {
  const chromium = /^\s*at\s/.test(line) ? CHROMIUM.exec(line) : null;
  const [, call = '', place = ''] = chromium ?? FIREFOX.exec(line.trim()) ?? [];
  if (place === '') return { kind: 'words', text: line };
  return { kind: 'frame', call, place: shortPlace(place), isForeign: FOREIGN.test(place) };
}

/** Without the origin, which is the same for every frame. */
function shortPlace(place: string): string {
  return place.replace(/^(?:async\s+)?https?:\/\/[^/]+/, '').replace(/^file:\/\//, '');
}
