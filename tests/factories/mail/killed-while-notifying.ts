/** Changes something with a notice, and reports that before the transaction ends. Arguments: the database and an account. */
import { transaction } from '../../../server/platform/database.ts';
import { notify } from '../../../server/features/messages/notify.ts';
import { FEATURE_SETTINGS } from '../../../server/features/index.ts';
import { loadModel } from '../../../server/declarations/load-model.ts';
import { openServices } from '../../../server/open-services.ts';
import { readSettings } from '../../../server/platform/settings.ts';

const [url = '', userId = ''] = process.argv.slice(2);
const root = new URL('../../..', import.meta.url).pathname;
const settings = readSettings({ DATABASE_URL: url, NODE_ENV: 'test' }, root, FEATURE_SETTINGS);
const { services } = await openServices(settings, await loadModel(root), url);
const values = { form: 'Poster', number: '1', status: 'Ready', request: { text: 'Poster', path: '/requests/1' } };
await transaction(services.db, async (tx) => {
  const recipients = [Number(userId)];
  await notify(services, tx, { event: 'requestStatusChanged', audience: 'customer', recipients, values });
  process.send?.('told');
  await new Promise(() => undefined);
});
