import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Choices, LinkedChoices } from '../../domain/calls/messages.ts';
import { composedMail } from '../../server/features/messages/composed-mail.ts';
import { mailLink } from '../../server/features/messages/links.ts';
import { notify } from '../../server/features/messages/notify.ts';
import { transaction } from '../../server/platform/database.ts';
import { SignedTokens } from '../../server/platform/signed-tokens.ts';
import { expectProblem } from './expect-problem.ts';
import { startTestApp, type TestApp, type TestUser } from './support.ts';

let started: TestApp;
beforeAll(async () => {
  started = await startTestApp();
});
afterAll(() => started.close());

async function person(): Promise<TestUser & { email: string }> {
  const user = await started.createUser({ roles: ['Student'] });
  const email = `${user.username}@example.edu`;
  await started.services.db.updateTable('users').set({ email }).where('id', '=', user.id).execute();
  return { ...user, email };
}

function sendNotice(user: TestUser, number: string): Promise<number | null> {
  return transaction(started.services.db, (tx) =>
    notify(started.services, tx, {
      event: 'requestStatusChanged',
      audience: 'customer',
      recipients: [user.id],
      values: { form: 'Poster', number, status: 'Ready', request: { text: 'Poster', path: '/requests/1' } },
    }),
  );
}

const outbox = (user: TestUser) =>
  started.services.db.selectFrom('mails').selectAll().where('userId', '=', user.id).orderBy('id').execute();

async function deliveryOf(user: TestUser, category = 'requests'): Promise<string | undefined> {
  const answer = await started.app.inject({ url: '/api/messages/choices', headers: { cookie: user.cookie } });
  return answer.json<Choices>().categories.find(({ key }) => key === category)?.delivery;
}

/** Paths of the links in a person's first mail. */
async function linksOf(user: TestUser): Promise<{ unsubscribe: string; settings: string; token: string }> {
  await sendNotice(user, '1');
  const [mail] = await outbox(user);
  const composed = mail && (await composedMail(started.services, mail));
  const unsubscribe = new URL(composed?.subscription?.unsubscribe ?? '').pathname;
  const settings = /\/myAccount\/communicationSettings\?link=([^"]+)"/.exec(composed?.html ?? '');
  return { unsubscribe, settings: settings?.[0] ?? '', token: settings?.[1] ?? '' };
}

describe('the links of a mail', () => {
  test('one click turns off its kind of mail, sent as mail programs send it, and nothing else', async () => {
    const ada = await person();
    const { unsubscribe } = await linksOf(ada);
    const answer = await started.app.inject({
      method: 'POST',
      url: unsubscribe,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'List-Unsubscribe=One-Click',
    });
    expect(answer.statusCode).toBe(204);
    expect(await deliveryOf(ada)).toBe('portal');
    expect(await deliveryOf(ada, 'announcements')).toBe('digest');
  });

  test('opening the link changes nothing: scanners of mails follow links', async () => {
    const ada = await person();
    const { unsubscribe } = await linksOf(ada);
    const answer = await started.app.inject({ url: unsubscribe });
    expect(answer.statusCode).toBe(302);
    expect(answer.headers['location']).toMatch(/^\/myAccount\/communicationSettings\?link=/);
    expect(await deliveryOf(ada)).toBe('mail');
  });

  test('the settings are read and changed by the link of a mail, for its reader alone', async () => {
    const [ada, bob] = [await person(), await person()];
    const { token } = await linksOf(ada);
    const url = `/api/messages/linked/choices?link=${token}`;
    const read = await started.app.inject({ url });
    expect(read.headers['cache-control']).toBe('private, no-store');
    expect(read.json<LinkedChoices>()).toMatchObject({ session: 'none', category: null });
    await started.app.inject({ method: 'PUT', url, payload: { category: 'requests', delivery: 'none' } });
    expect([await deliveryOf(ada), await deliveryOf(bob)]).toEqual(['none', 'mail']);
  });

  test('only the reader, logged in, sees the whole address; no one is logged in by a link', async () => {
    const [ada, bob] = [await person(), await person()];
    const { token } = await linksOf(ada);
    const seenBy = async (headers: Record<string, string>) => {
      const answer = await started.app.inject({ url: `/api/messages/linked/choices?link=${token}`, headers });
      expect(answer.headers['set-cookie']).toBeUndefined();
      const { address, session } = answer.json<LinkedChoices>();
      return [address, session];
    };
    const masked = `${ada.email.slice(0, 1)}•••@example.edu`;
    expect(await seenBy({})).toEqual([masked, 'none']);
    expect(await seenBy({ cookie: bob.cookie })).toEqual([masked, 'other']);
    expect(await seenBy({ cookie: ada.cookie })).toEqual([ada.email, 'own']);
  });

  test('the link that turns a kind off says which, and turns it on again', async () => {
    const ada = await person();
    const { unsubscribe } = await linksOf(ada);
    await started.app.inject({ method: 'POST', url: unsubscribe });
    const url = `/api/messages/linked/choices?link=${unsubscribe.split('/').at(-1)}`;
    expect((await started.app.inject({ url })).json<LinkedChoices>().category).toBe('requests');
    await started.app.inject({ method: 'PUT', url, payload: { category: 'requests', delivery: 'mail' } });
    expect(await deliveryOf(ada)).toBe('mail');
  });

  test('a click in an old mail brings nothing back that was turned off since', async () => {
    const ada = await person();
    const { unsubscribe, token } = await linksOf(ada);
    const url = `/api/messages/linked/choices?link=${token}`;
    await started.app.inject({ method: 'PUT', url, payload: { category: 'requests', delivery: 'none' } });
    expect((await started.app.inject({ method: 'POST', url: unsubscribe })).statusCode).toBe(204);
    expect(await deliveryOf(ada)).toBe('none');
  });

  test('the mail of what must be sent has no such click', async () => {
    const ada = await person();
    await transaction(started.services.db, (tx) =>
      notify(started.services, tx, {
        event: 'requestActionNeeded',
        audience: 'customer',
        recipients: [ada.id],
        values: { form: 'Poster', number: '1', status: 'x', request: { text: 'Poster', path: '/' } },
      }),
    );
    const [mail] = await outbox(ada);
    expect((mail && (await composedMail(started.services, mail)))?.subscription).toBeUndefined();
  });

  test('forged, cut off, ended, or made for another purpose: one answer, regardless of the person', async () => {
    const ada = await person();
    const { token } = await linksOf(ada);
    const old = await mailLink(started.services, { userId: ada.id, category: null }, '2020-01-01T00:00:00Z');
    const secret = 'a secret of another server, 32 characters';
    const other = new SignedTokens(secret, 'mail links').sign([ada.id, '-', 4_000_000_000]);
    const forged = token.replace(/^\d+/, '1');
    const unknown = await mailLink(started.services, { userId: 999_999_999, category: null }, '2100-01-01T00:00:00Z');
    const bodies = await Promise.all(
      [forged, unknown, token.slice(0, -1), `${token}x`, old, other, 'x', '9999999.-.1.x'].map(async (link) => {
        const answer = await started.app.inject({ url: `/api/messages/linked/choices?link=${link}` });
        expect(expectProblem(answer)).toMatchObject({ status: 404, code: 'messages.no-link' });
        return answer.body;
      }),
    );
    expect(new Set(bodies).size).toBe(1);
  });
});
