import { join } from 'node:path';
import { addStarterPage } from './features/content/starter-page.ts';
import { seed } from './features/demo/seed.ts';
import { FEATURE_SETTINGS } from './features/index.ts';
import { loadModel } from './declarations/load-model.ts';
import { openServices } from './open-services.ts';
import { readSettings } from './platform/settings.ts';
import { startupMessage } from './startup-message.ts';

// Fills a new database for the server that forked this process: what its pictures and rows take in memory goes with the process.
//   node server/fill.ts [demo]
process.on('disconnect', () => process.exit(1));
process.on('uncaughtException', (error) => {
  console.error(startupMessage(error) ?? error);
  process.exit(1);
});

const demo = process.argv[2] === 'demo';
const settings = readSettings(process.env, join(import.meta.dirname, '..'), FEATURE_SETTINGS);
const { services, close } = await openServices(
  settings,
  await loadModel(settings.root),
  process.env['DATABASE_URL'] ?? '',
);
await seed(services, { demo });
if (!demo) await addStarterPage(services);
await close();
process.exit(0);
