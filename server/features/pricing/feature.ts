import type { FastifyInstance } from 'fastify';
import { pricingCalls } from '../../../domain/calls/pricing.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import type { Needs } from '../../services.ts';
import { enterCode } from './enter-code.ts';

async function registerCodes(
  app: FastifyInstance,
  services: Needs<'clock' | 'db' | 'limits' | 'model'>,
): Promise<void> {
  addCalls(app, pricingCalls, {
    'POST /api/discounts/codes': ({ actor, body: { code } }) => enterCode(services, actor, code),
  });
}

/** Discounts and taxes of what people pay for. */
export const pricing: Feature = { name: 'pricing', routes: registerCodes };
