// npm run build: what a start needs, if any of its sources have changed.
import { buildBundle, compactSources } from './prepare.mjs';

await Promise.all([buildBundle(), compactSources()]);
