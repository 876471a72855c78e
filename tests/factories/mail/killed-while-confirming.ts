/** Confirms an address, and says so when everything is written but the transaction has not ended. Arguments: the database, its secret, and the link's token. */
import { confirmChange } from '../../../server/features/addresses/confirm.ts';
import { FEATURE_SETTINGS } from '../../../server/features/index.ts';
import { loadModel } from '../../../server/declarations/load-model.ts';
import { openServices } from '../../../server/open-services.ts';
import { readSettings } from '../../../server/platform/settings.ts';

const [url = '', dataDir = '', link = ''] = process.argv.slice(2);
const root = new URL('../../..', import.meta.url).pathname;
const settings = readSettings({ DATABASE_URL: url, DATA_DIR: dataDir, NODE_ENV: 'test' }, root, FEATURE_SETTINGS);
const { services } = await openServices(settings, await loadModel(root), url);
services.engine.rules.checkAll('users', async () => {
  process.send?.('written');
  await new Promise(() => undefined);
});
await confirmChange(services, link, '127.0.0.1');
