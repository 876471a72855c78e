// npm run build: the browser bundle, when any of its sources changed.
import { buildBundle } from './prepare.mjs';

await buildBundle();
