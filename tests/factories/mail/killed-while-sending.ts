/** Sends the first email of the outbox and reports that before it is recorded. Arguments: the database, the mail server's port, and its authority. */
import { sendDueMails } from '../../../server/features/messages/outbox.ts';
import { FEATURE_SETTINGS } from '../../../server/features/index.ts';
import { loadModel } from '../../../server/declarations/load-model.ts';
import { openServices } from '../../../server/open-services.ts';
import { openTransport } from '../../../server/platform/mail/transport.ts';
import { readSettings } from '../../../server/platform/settings.ts';

const [url = '', port = '', authority = ''] = process.argv.slice(2);
const root = new URL('../../..', import.meta.url).pathname;
const env = {
  DATABASE_URL: url,
  NODE_ENV: 'test',
  SMTP_CA_FILE: authority,
  SMTP_URL: `smtp://localhost:${port}`,
  MAIL_FROM: 'makeshop@example.edu',
};
const settings = readSettings(env, root, FEATURE_SETTINGS);
const { services } = await openServices(settings, await loadModel(root), url);
const transport = openTransport(settings);
if (transport === null) throw new Error('There is no transport');
const stuck: typeof transport = {
  ...transport,
  send: async (...given) => {
    await transport.send(...given);
    process.send?.('sent');
    return new Promise(() => undefined);
  },
};
// An open port keeps the process alive until it is killed.
setInterval(() => undefined, 1_000);
await sendDueMails(services, stuck, new AbortController().signal);
