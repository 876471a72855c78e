/** Bytes of a name that every file system holds, beside the id. */
const MOST_BYTES = 180;

/** The name of a file in an archive: each has one of its own, which can be unpacked on every system. */
export function archiveName(id: string, name: string): string {
  const safeName = name.replace(/["<>:|?*\\/\p{Cc}]/gu, '_').replace(/[. ]+$/, '');
  const [ending = ''] = /\.[A-Za-z0-9]{1,10}$/.exec(safeName) ?? [];
  let base = '';
  let left = MOST_BYTES - ending.length;
  // Whole characters, of which some are several code units.
  for (const character of safeName.slice(0, safeName.length - ending.length)) {
    left -= Buffer.byteLength(character);
    if (left < 0) break;
    base += character;
  }
  return `${id}-${base === '' && ending === '' ? 'file' : base + ending}`;
}
