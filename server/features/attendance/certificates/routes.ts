import type { FastifyInstance } from 'fastify';
import { sessionSecret } from '../../../platform/settings.ts';
import { SignedTokens } from '../../../platform/signed-tokens.ts';
import type { Needs } from '../../../services.ts';
import { linkedCertificate, ownCertificate, withdrawCertificate } from './certificates.ts';
import { certificateCalls } from '../../../../domain/calls/sign-up.ts';
import { addCalls } from '../../../platform/http/add-calls.ts';

export async function registerCertificates(
  app: FastifyInstance,
  services: Needs<'clock' | 'db' | 'engine' | 'model' | 'settings'>,
): Promise<void> {
  const tokens = new SignedTokens(await sessionSecret(services.settings), 'certificates');
  addCalls(app, certificateCalls, {
    'GET /api/events/tickets/:id/certificate': ({ actor, params }) =>
      ownCertificate(services, tokens, actor, params.id),
    'DELETE /api/events/tickets/:id/certificate': ({ actor, params }) =>
      withdrawCertificate(services, actor, params.id),
    'GET /api/events/certificates/:token': {
      config: { secretPath: true },
      handle: ({ params }) => linkedCertificate(services, tokens, params.token),
    },
  });
}
