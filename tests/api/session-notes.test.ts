import { afterAll, beforeAll, expect, test } from 'vitest';
import { GRACE } from '../../domain/messages/grace.ts';
import type { AnnouncementPreview } from '../../domain/calls/announcements.ts';
import { sendAnnouncement } from '../../server/features/announcements/send.ts';
import { composedMail } from '../../server/features/messages/composed-mail.ts';
import { callAs, DAY, HOUR, isoAhead, makeSession } from './event-support.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let t: TestApp;
let [staff, ada, ben]: TestUser[] = [];
beforeAll(async () => {
  t = await startTestApp();
  [staff, ada, ben] = await Promise.all(
    ['EventAdmin', 'Student', 'Student'].map((role) => t.createUser({ roles: [role] })),
  );
});
afterAll(() => t.close());

test('a note to the people of a session is sent immediately, by name, to those who want mails about their events', async () => {
  const id = await makeSession(t, [2 * DAY, 2 * DAY + HOUR], {
    instance: { signupOpensAt: isoAhead(t, -DAY), signupClosesAt: isoAhead(t, DAY) },
  });
  for (const user of [ada!, ben!])
    await callAs(t, user, 'POST', `/api/events/instances/${id}/tickets`, { inAddition: true });
  const { db, clock } = t.services;
  const choices = [
    { userId: ada!.id, delivery: 'digest' as const },
    { userId: ben!.id, delivery: 'portal' as const },
  ].map((one) => ({ ...one, category: 'events' }));
  await db.insertInto('messageChoices').values(choices).execute();
  const selection = { source: 'tickets', filter: { instanceId: id } };
  const preview = await callAs(t, staff!, 'POST', '/api/announcements/preview', selection);
  expect(preview.json<AnnouncementPreview>()).toMatchObject({
    people: 2,
    ways: { mail: 1, digest: 0, portal: 1 },
    isImmediate: true,
  });
  const note = { subject: 'Tonight, {recipientName}', html: '<p>Hello {recipientName}, we meet in {room}.</p>' };
  const sent = await callAs(t, staff!, 'POST', '/api/announcements/send', { ...selection, ...note });
  expect(sent.statusCode, sent.body).toBe(201);
  clock.moveTo(clock.now() + GRACE + 1000);
  await sendAnnouncement(t.services, sent.json<{ id: number }>().id);
  const mails = await db.selectFrom('mails').selectAll().where('event', '=', 'sessionNote').execute();
  expect(mails).toMatchObject([{ userId: ada!.id, state: 'queued', category: 'events' }]);
  expect(mails[0]?.subject).toBe(`Tonight, ${ada!.username}`);
  expect((await composedMail(t.services, mails[0]!))?.text.replaceAll('\u2060', '')).toContain(
    `Hello ${ada!.username}, we meet in {room}.`,
  );
});
