/** node image-memory.ts {picture}: decodes a picture as on upload, and prints by how many MB the process grew. */
import { argv } from 'node:process';
import { render } from '../../server/features/images/render.ts';

const before = process.resourceUsage().maxRSS;
const { width, height, encode } = await render(argv[2] ?? '', 'photo', null, 'photo');
for (const size of [width, 960, 160]) await encode(size);
console.log(JSON.stringify({ width, height, grownBy: (process.resourceUsage().maxRSS - before) / 1024 }));
