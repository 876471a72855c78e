import type { Tracing } from '../tracing/tracing.ts';
import type { SmtpSettings } from './settings.ts';
import type { MailTransport } from './transport.ts';

/** Every attempt is a span: the server and the result, without the mail. */
export function tracedTransport(transport: MailTransport, tracing: Tracing, smtp: SmtpSettings | null): MailTransport {
  const attributes = smtp === null ? {} : { 'server.address': smtp.host, 'server.port': smtp.port };
  return {
    ...transport,
    send: async (mail, signal) => {
      const span = tracing.begin('mail send', { kind: 'client', attributes });
      const result = await span.run(() => transport.send(mail, signal));
      if (result.code !== null) span.set({ 'smtp.response.status_code': result.code });
      span.end(result.outcome === 'sent' ? undefined : result.outcome);
      return result;
    },
  };
}
