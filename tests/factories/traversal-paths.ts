/**
 * Path traversal attempts, as they appear in a request line after "/api/Content/". `target`: the file's path from the folder's
 * parent, such as "secret.txt"; `absolute`: its absolute path.
 */
export function traversalPaths(target: string, absolute: string): string[] {
  return [...new Set([...climbing(target), ...odd(target, absolute), ...long(target)])];
}

/** Dots and slashes, and the encodings that decoders, file systems and old servers have accepted for them. */
const DOTS = [
  '..',
  '%2e%2e',
  '%2E.',
  '.%2e',
  '%252e%252e',
  '%25252e%25252e',
  '%c0%ae%c0%ae',
  '%e0%80%ae%e0%80%ae',
  '%uff0e%uff0e',
  '%ef%bc%8e%ef%bc%8e',
  '..%00',
  '..%20',
  '..;',
  '..;x=1',
];
const SLASHES = [
  '/',
  '%2f',
  '%2F',
  '%252f',
  '%25252F',
  '\\',
  '%5c',
  '%5C',
  '%255c',
  '%c0%af',
  '%e0%80%af',
  '%c1%9c',
  '%u2215',
  '%ef%bc%8f',
  '//',
  '/./',
  '%2f%2f',
];

function climbing(target: string): string[] {
  return DOTS.flatMap((dots) => SLASHES.map((slash) => `${dots}${slash}${target.replaceAll('/', slash)}`));
}

function odd(target: string, absolute: string): string[] {
  const encoded = encodeURIComponent(absolute);
  const picture = '0123456789abcdef0123-640x480.webp';
  return [
    '',
    '.',
    '..',
    '/',
    '//',
    './',
    '../',
    '%2f',
    '%2e',
    '%2e%2e',
    '%00',
    '%',
    '%2',
    '%zz',
    '%2e%2e%2f',
    '...',
    '..../',
    '....//',
    '.../...//',
    `....//${target}`,
    `....\\\\${target}`,
    `..././${target}`,
    `...%2f.%2f${target}`,
    `.%00./${target}`,
    `.%0a./${target}`,
    `.%0d%0a./${target}`,
    `.%09./${target}`,
    `.%20./${target}`,
    absolute,
    encoded,
    encodeURIComponent(encoded),
    `/${absolute}`,
    `/${encoded}`,
    `//${encoded}`,
    `\\${absolute.replaceAll('/', '\\')}`,
    `file:${absolute}`,
    `file://${absolute}`,
    `file:%2f%2f${encoded}`,
    'C:%5cWindows%5cwin.ini',
    '%5c%5clocalhost%5cc$%5cWindows%5cwin.ini',
    '\\\\?\\C:\\Windows\\win.ini',
    '/etc/passwd',
    '%2fetc%2fpasswd',
    '../../../../../../../../etc/passwd',
    '/proc/self/environ',
    '%2fproc%2fself%2fenviron',
    '~/',
    '~root/.ssh/id_rsa',
    `${picture}/../../${target}`,
    `${picture}%2f..%2f..%2f${target}`,
    `${picture}%00/../../${target}`,
    `${target}%00${picture}`,
    `../${target}%00.webp`,
    `..%2f${target}%00.webp`,
    `../${target}%23.webp`,
    `../${target}#.webp`,
    `../${target}?.webp`,
    `..%2f${target}%3f.webp`,
    `../${target};.webp`,
    `../${target}/.webp`,
    `../${target}::$DATA`,
    `../${target}.`,
    `../${target}%20`,
    `../${target}%2e`,
    `../${target.toUpperCase()}`,
    `x/../../${target}`,
    `x%2f..%2f..%2f${target}`,
    `images/../../${target}`,
    `%69mages/%2e%2e/%2e%2e/${target}`,
    `../images/../${target}`,
    `..%2fimages%2f..%2f${target}`,
    `../CONTENT/../${target}`,
    `?file=../${target}`,
    `?/../../${target}`,
    `#/../../${target}`,
  ];
}

function long(target: string): string[] {
  return [
    `${'../'.repeat(40)}${target}`,
    `${'..%2f'.repeat(40)}${target}`,
    `${'%2e%2e/'.repeat(40)}${target}`,
    `${'..\\'.repeat(40)}${target}`,
    `${'./'.repeat(200)}../${target}`,
    `${'a/../'.repeat(100)}../${target}`,
    `${'a'.repeat(4000)}/../../${target}`,
    `${'%2e'.repeat(1500)}%2f${target}`,
    `../${target}${'/.'.repeat(200)}`,
    `${'a'.repeat(300)}.webp`,
  ];
}
