import { sql } from 'kysely';
import type { Fact } from '../../../domain/calls/debug.ts';
import { siteOrigin } from '../../platform/http/site-origin.ts';
import type { Diagnostics } from '../../feature.ts';
import type { MailServices, Needs } from '../../services.ts';
import { readOutage } from './outage.ts';

/** What waits longer than this, with a server set, is stuck. */
const STUCK_MINUTES = 30;

interface Counted {
  state: string;
  count: number;
  oldest: string;
}

function withoutAddresses(answer: string): string {
  return answer.replace(/\S+@\S+/g, '*').slice(0, 300);
}

async function mailFacts(services: MailServices): Promise<Fact[]> {
  const { db, settings, mail } = services;
  const { rows } = await sql<{ sentAt: string | null; failedAt: string | null; answer: string | null }>`
    select (select max("sentAt") from "mails" where "state" = 'sent') as "sentAt", f."lastTriedAt" as "failedAt", f."lastAnswer" as "answer"
    from (values (1)) one left join lateral (
      select "lastTriedAt", "lastAnswer" from "mails" where "state" in ('deferred', 'refused', 'unknown') and "lastTriedAt" is not null
      order by "lastTriedAt" desc limit 1) f on true`.execute(db);
  const { sentAt = null, failedAt = null, answer = null } = rows[0] ?? {};
  return [
    {
      label: 'Mail server',
      value: settings.smtp === null ? 'none' : `${settings.smtp.host}:${settings.smtp.port}`,
      kind: 'code',
      ...(settings.smtp === null
        ? { state: 'attention' as const, note: 'Emails stay in the outbox until SMTP_URL is set.' }
        : {}),
    },
    { label: 'Sender', value: settings.mailFrom?.address ?? null, kind: 'code' },
    {
      label: 'Links in emails lead to',
      value: siteOrigin(settings, null),
      kind: 'code',
      ...(mail !== null && settings.publicUrl === null
        ? { state: 'attention' as const, note: 'Set PUBLIC_URL to the address that browsers use.' }
        : {}),
    },
    { label: 'Signed here (DKIM)', value: settings.dkim !== null },
    { label: 'Last sent', value: sentAt, kind: 'instant' },
    { label: 'Last failure', value: failedAt, kind: 'instant' },
    { label: 'Its response', value: answer === null ? null : withoutAddresses(answer) },
    ...(mail === null ? [] : await outageFacts(services)),
    ...(await countFacts(services)),
  ];
}

async function outageFacts(services: Needs<'clock' | 'db'>): Promise<Fact[]> {
  const outage = await readOutage(services);
  if (outage === null || outage.answer === null) return [];
  const note = withoutAddresses(outage.answer);
  return [{ label: 'Unavailable since', value: outage.since, kind: 'instant', state: 'fault', note }];
}

async function countFacts({ db, clock, mail }: MailServices): Promise<Fact[]> {
  const { rows } = await sql<Counted>`
    select "state", count(*) as "count", min("dueAt") as "oldest" from "mails" group by "state"`.execute(db);
  const countIn = (...states: string[]): number =>
    rows.filter(({ state }) => states.includes(state)).reduce((sum, { count }) => sum + count, 0);
  const stuck = new Date(clock.now() - STUCK_MINUTES * 60_000).toISOString();
  const isStuck = mail !== null && rows.some(({ state, oldest }) => state === 'queued' && oldest < stuck);
  const doubtful = countIn('refused', 'unknown');
  return [
    {
      label: 'Waiting',
      value: countIn('queued', 'deferred', 'sending'),
      kind: 'number',
      ...(isStuck
        ? {
            state: 'fault' as const,
            note: 'The oldest has been waiting for more than half an hour. Check the login below.',
          }
        : {}),
    },
    { label: 'For daily digests', value: countIn('digest'), kind: 'number' },
    { label: 'Sent', value: countIn('sent'), kind: 'number' },
    {
      label: 'Failed or uncertain',
      value: doubtful,
      kind: 'number',
      ...(doubtful > 0
        ? { state: 'attention' as const, note: 'You can resend each one from the list of emails.' }
        : {}),
    },
    { label: 'Skipped: the address bounces', value: countIn('suppressed'), kind: 'number' },
  ];
}

export const aboutMail: Diagnostics = {
  key: 'mail',
  title: 'Mail',
  facts: async (services) => ({ facts: await mailFacts(services) }),
  checks: [
    {
      key: 'login',
      title: 'Connect to the mail server and log in, without sending',
      seconds: 25,
      run: async ({ mail }) => {
        if (mail === null) return { outcome: 'skipped', says: 'SMTP_URL is not set.' };
        await mail.check();
        return { outcome: 'passed', says: 'The server accepted the connection and the login.' };
      },
    },
  ],
};
