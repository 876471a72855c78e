// npm run build: the browser bundle, if any of its sources have changed.
import { buildBundle } from './prepare.mjs';

await buildBundle();
