import type { FastifyInstance, FastifyReply } from 'fastify';
import { receiptCalls } from '../../../domain/calls/receipts.ts';
import type { Feature } from '../../feature.ts';
import { addCalls } from '../../platform/http/add-calls.ts';
import { beforeCommit, type Tx } from '../../platform/database.ts';
import type { RateLimit } from '../../platform/rate-limits.ts';
import type { CommandServices, Services } from '../../services.ts';
import { registerMailFile } from '../messages/mail-files.ts';
import { onChargePaid, onRefunded, registerReceiptPath } from '../payments/payables.ts';
import { issueReceipt } from './issue.ts';
import { notifyOfRefund, RECEIPT_EVENTS } from './notices.ts';
import { ownReceipts, pathOfReceipt, renewLinks } from './own.ts';
import { mailedReceipt } from './mailed.ts';
import { receiptFileName, receiptPdf } from './pdf.ts';
import { readReceipt } from './read.ts';

/** A link is opened a few times; more is guessing. */
const READING: RateLimit = {
  name: 'receipts',
  perClient: 60,
  shared: { total: 1200, share: 10 },
  seconds: 60,
};

async function registerReceipts(app: FastifyInstance, services: Services): Promise<void> {
  const secret = {
    config: { secretPath: true },
    onRequest: services.limits.refusing(
      READING,
      'receipts.too-many-requests',
      'Too many requests',
      'Too many receipts were opened in the last minute. Try again later.',
    ),
  };
  addCalls(app, receiptCalls, {
    'GET /api/receipt/own': ({ actor, query: { before } }) => ownReceipts(services, actor, before),
    'GET /api/receipt/:endpoint/:token': {
      ...secret,
      handle: ({ actor, params, reply }) => {
        keepPrivate(reply);
        return readReceipt(services, actor, params);
      },
    },
    'GET /api/receipt/:endpoint/:token/pdf': {
      ...secret,
      handle: async ({ actor, params, reply }) => {
        keepPrivate(reply);
        const receipt = await readReceipt(services, actor, params);
        reply.type('application/pdf').header('content-disposition', `inline; filename="${receiptFileName(receipt)}"`);
        return receiptPdf(receipt);
      },
    },
  });
}

function keepPrivate(reply: FastifyReply): void {
  reply
    .header('cache-control', 'private, no-store')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('referrer-policy', 'no-referrer');
}

/** Others that pay wait from the number on until the transaction ends. */
async function issueAtEnd(tx: Tx, services: CommandServices, chargeId: number): Promise<void> {
  beforeCommit(tx, () => issueReceipt(tx, services, chargeId));
}

/** Receipts of paid charges: numbered without gaps, and open to holders of their link. */
export const receipts: Feature = {
  name: 'receipts',
  checks: (services) => {
    onChargePaid(services, issueAtEnd);
    onRefunded(services, notifyOfRefund);
    registerReceiptPath(services, pathOfReceipt);
    for (const event of RECEIPT_EVENTS) registerMailFile(services, event, mailedReceipt);
  },
  catchUp: renewLinks,
  routes: registerReceipts,
};
