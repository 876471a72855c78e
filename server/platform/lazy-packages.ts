import { createRequire } from 'node:module';
import type * as Tls from 'node:tls';
import type * as Jose from 'jose';
import type * as Ldapts from 'ldapts';
import type * as Nodemailer from 'nodemailer';
import type MailComposer from 'nodemailer/lib/mail-composer';
import type * as OpenidClient from 'openid-client';
import type * as SmtpServer from 'smtp-server';
import type StripePackage from 'stripe';

/**
 * Packages that only some installations or few requests need, each loaded by its first call: a loaded package takes memory for the lifetime
 * of the process.
 */
export const jose = lazyPackage<typeof Jose>('jose');
export const ldapts = lazyPackage<typeof Ldapts>('ldapts');
export const nodemailer = lazyPackage<typeof Nodemailer>('nodemailer');
export const mailComposer = lazyPackage<typeof MailComposer>('nodemailer/lib/mail-composer');
export const openidClient = lazyPackage<typeof OpenidClient>('openid-client');
export const smtpServer = lazyPackage<typeof SmtpServer>('smtp-server');
export const stripePackage = lazyPackage<typeof StripePackage>('stripe');

/**
 * Importing these would read all their exports, and load the web socket client and the certificates that Node trusts.
 */
export const http = process.getBuiltinModule('node:http');
export const tls = (): typeof Tls => process.getBuiltinModule('node:tls');

function lazyPackage<Exports>(name: string): () => Exports {
  const require = createRequire(import.meta.url);
  let exports: Exports | undefined;
  return () => (exports ??= require(name) as Exports);
}
