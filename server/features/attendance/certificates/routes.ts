import type { FastifyInstance } from 'fastify';
import { sessionSecret } from '../../../platform/settings.ts';
import { SignedTokens } from '../../../platform/signed-tokens.ts';
import { idsInPath } from '../../../platform/http/request-schemas.ts';
import type { Services } from '../../../services.ts';
import { linkedCertificate, ownCertificate, withdrawCertificate } from './certificates.ts';

interface ById {
  Params: { id: string };
}
const params = idsInPath('id');
const tokenParams = {
  type: 'object',
  required: ['token'],
  properties: { token: { type: 'string', maxLength: 200 } },
};

/** Certificates of attended sessions, for those who attended and whoever they give the link to. */
export async function registerCertificates(app: FastifyInstance, services: Services): Promise<void> {
  const tokens = new SignedTokens(await sessionSecret(services.settings), 'certificates');
  app.get<ById>(
    '/api/events/tickets/:id/certificate',
    { schema: { summary: 'Tickets: the certificate of one’s own', params } },
    async ({ actor, params: { id } }) => ownCertificate(services, tokens, actor, Number(id)),
  );
  app.delete<ById>(
    '/api/events/tickets/:id/certificate',
    { schema: { summary: 'Tickets: withdraw the link to the certificate of one’s own', params } },
    async ({ actor, params: { id } }, reply) => {
      await withdrawCertificate(services, actor, Number(id));
      return reply.code(204).send();
    },
  );
  app.get<{ Params: { token: string } }>(
    '/api/events/certificates/:token',
    {
      config: { public: true, secretPath: true },
      schema: { summary: 'What a certificate says, for whoever has its link', params: tokenParams },
    },
    async ({ params: { token } }) => linkedCertificate(services, tokens, token),
  );
}
