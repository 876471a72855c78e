/** The product's server on the benchmark's database, as started by `npm start`, without the log. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { buildApp } from '../../server/app.ts';
import { FEATURE_SETTINGS } from '../../server/features/index.ts';
import { openServices } from '../../server/open-services.ts';
import { loadModel } from '../../server/declarations/load-model.ts';
import { readSettings } from '../../server/platform/settings.ts';

const [url = '', secret = '', root = '', dataDir = ''] = process.argv.slice(2);
const settings = readSettings(
  { DATABASE_URL: url, SESSION_SECRET: secret, DATA_DIR: dataDir, LOG_LEVEL: 'silent' },
  root,
  FEATURE_SETTINGS,
);
const { services } = await openServices(settings, await loadModel(root), url);
const app = await buildApp(services);
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
const delays = monitorEventLoopDelay({ resolution: 5 });
// Asked after a load: the longest block of the event loop since the last question, in milliseconds.
process.on('message', () => {
  process.send?.({ longestBlock: delays.max / 1e6 });
  delays.reset();
});
delays.enable();
process.send?.({ port: typeof address === 'object' ? address?.port : 0 });
process.once('disconnect', () => process.exit());
