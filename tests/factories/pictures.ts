import sharp, { type Sharp } from 'sharp';

/** A picture with red, green, blue and white quarters, clockwise from the upper left. */
export function quarters(width = 80, height = 60): Sharp {
  const half = { width: Math.ceil(width / 2), height: Math.ceil(height / 2), channels: 3 } as const;
  const part = (background: string, left: number, top: number) => ({
    input: { create: { ...half, background } },
    left,
    top,
  });
  return sharp({ create: { width, height, channels: 3, background: 'white' } }).composite([
    part('#ff0000', 0, 0),
    part('#00ff00', width - half.width, 0),
    part('#0000ff', width - half.width, height - half.height),
  ]);
}

let made = 0;

/** A small picture, different on each call. */
export function anyPicture(): Promise<Buffer> {
  made += 1;
  return quarters(60 + made, 60)
    .png()
    .toBuffer();
}

/** Colors at the centres of the quarters, clockwise from the upper left: R, G, B or W. */
export async function cornersOf(bytes: Buffer): Promise<string> {
  const { data, info } = await sharp(bytes).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const at = (x: number, y: number): string => {
    const start = (Math.floor(y * info.height) * info.width + Math.floor(x * info.width)) * info.channels;
    const bright = [...data.subarray(start, start + 3)].map((value) => value > 127);
    return bright.every(Boolean) ? 'W' : (['R', 'G', 'B'][bright.indexOf(true)] ?? '-');
  };
  return [at(0.25, 0.25), at(0.75, 0.25), at(0.75, 0.75), at(0.25, 0.75)].join('');
}

/** Files that are not pictures, such as an SVG in disguise, labelled with what is wrong with them. */
export async function notPictures(): Promise<[what: string, name: string, bytes: Buffer, type?: string][]> {
  const png = await anyPicture();
  const jpeg = await quarters().jpeg().toBuffer();
  const gif = await quarters().gif().toBuffer();
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"><script>alert(1)</script></svg>');
  const text = (words: string) => Buffer.from(words);
  return [
    ['an SVG', 'logo.svg', svg],
    ['an SVG called a PNG', 'logo.png', svg],
    ['an SVG with a declaration', 'logo.webp', Buffer.concat([text('<?xml version="1.0"?>\n<!-- a -->\n'), svg])],
    ['an SVG of two bytes per character', 'logo.png', Buffer.from(`\ufeff${svg.toString()}`, 'utf16le')],
    ['a web page', 'photo.jpg', text('<!doctype html><html><script>alert(1)</script></html>')],
    ['a web page called what it is', 'page.html', text('<html></html>')],
    ['a script', 'photo.gif', text('GIF89a=1;alert(1)')],
    ['a PNG called a JPEG', 'photo.jpg', png],
    ['a JPEG called a program', 'photo.exe', jpeg],
    ['a PNG sent as WebP', 'photo', png, 'image/webp'],
    ['a PNG that is a web page too', 'photo.png', Buffer.concat([png, text('<html><script>alert(1)</script>')])],
    ['a GIF that is a script too', 'photo.gif', Buffer.concat([gif, text('*/=1;</i><script src="/x.js"></script>')])],
    ['a JPEG that is PHP too', 'photo.jpg', Buffer.concat([jpeg, text('<?php system($_GET[0]); ?>')])],
    [
      'a JPEG that is an archive too',
      'photo.jpg',
      Buffer.concat([jpeg, text('PK\x03\x04'), Buffer.alloc(40), text('PK\x05\x06'), Buffer.alloc(18)]),
    ],
    ['a PNG that is a PDF too', 'photo.png', Buffer.concat([png.subarray(0, 33), text('%PDF-1.7'), png.subarray(33)])],
    ['half a picture', 'photo.png', png.subarray(0, png.length / 2)],
    [
      'an image with a broken middle',
      'photo.jpg',
      Buffer.concat([jpeg.subarray(0, 200), Buffer.alloc(60), jpeg.subarray(260, 300)]),
    ],
    ['a PDF', 'plan.pdf', text('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')],
    ['nothing', 'photo.png', Buffer.alloc(0)],
    ['a TIFF', 'scan.tiff', await quarters().tiff().toBuffer()],
    ['noise', 'photo.png', Buffer.from(Array.from({ length: 500 }, (_, i) => (i * 89) % 251))],
  ];
}

/** The header of a PNG that claims these dimensions and contains no pixels. */
export function hugePng(width: number, height: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 2, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', header),
    chunk('IDAT', Buffer.from([0x78, 0x9c])),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc(body));
  return Buffer.concat([length, body, sum]);
}

function crc(bytes: Buffer): number {
  let sum = 0xffffffff;
  for (const byte of bytes) {
    sum ^= byte;
    for (let bit = 0; bit < 8; bit += 1) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  }
  return (sum ^ 0xffffffff) >>> 0;
}
