import axe from 'axe-core';
import { describe, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { MessageTemplate } from '../../domain/messages/message-template.ts';
import type { SaveTemplate, TemplateDetail } from '../../domain/calls/templates.ts';
import { Screen as TemplateScreen } from '../../src/console/resources/messageTemplates/TemplateScreen.tsx';
import { Screen as TemplatesScreen } from '../../src/console/resources/messageTemplates/TemplatesScreen.tsx';
import { refusal, type ApiCall } from './site-api.ts';
import { sitePage, type SitePageOptions } from './site-page.tsx';

const AT = '2026-03-02T15:00:00.000Z';
const API = '/api/messageEvents/requestSubmitted/customer';
const SHIPPED = { subject: 'We have {form}', body: '<p>Hello {recipientName},</p><p>thank you.</p>' };

function detailOf(more: Partial<TemplateDetail> = {}): TemplateDetail {
  return {
    event: 'requestSubmitted',
    audience: 'customer',
    label: 'Request submitted',
    category: 'Your requests',
    subject: SHIPPED.subject,
    state: 'shipped',
    version: 0,
    savedAt: null,
    savedBy: null,
    isShippedNewer: false,
    placeholders: {
      recipientName: { title: 'Recipient’s name', kind: 'text' },
      form: { title: 'Name of the form', kind: 'text' },
      reason: { title: 'Reason', kind: 'lines' },
    },
    current: SHIPPED,
    shipped: SHIPPED,
    shippedThen: null,
    faults: {},
    versions: [],
    canSave: true,
    address: 'ada@example.edu',
    hasMailServer: false,
    ...more,
  };
}

function savedOf(version: number, template: MessageTemplate | null, before: TemplateDetail): TemplateDetail {
  return detailOf({
    state: template === null ? 'shipped' : 'changed',
    version,
    savedAt: AT,
    savedBy: 'Ada',
    current: template ?? SHIPPED,
    shippedThen: SHIPPED,
    versions: [{ number: version, template, savedAt: AT, savedBy: 'Ada' }, ...before.versions],
  });
}

/** The editor over a server that saves. */
async function editor(opened = detailOf(), more: SitePageOptions['answers'] = {}, size?: SitePageOptions['size']) {
  let detail = opened;
  const saved: SaveTemplate[] = [];
  const calls = await sitePage({
    pattern: '/admin/messageTemplates/:event/:audience',
    address: '/admin/messageTemplates/requestSubmitted/customer',
    screen: <TemplateScreen />,
    answers: {
      [`GET ${API}`]: () => detail,
      [`GET ${API}/messages`]: () => [{ id: 7, at: AT, subject: 'We have Poster', to: ['Bob'] }],
      [`POST ${API}/preview`]: ({ body }: ApiCall) => {
        const { template, messageId } = body as { template: MessageTemplate; messageId: number | null };
        const mail = (theme: string) =>
          `<html><head><title>x</title></head><body>${theme} ${template.body}</body></html>`;
        return {
          subject: `Previewed ${template.subject}`,
          html: { light: mail('light'), dark: mail('dark') },
          text: `Plain ${template.subject}`,
          isExample: messageId === null,
          faults: {},
        };
      },
      [`POST ${API}/test`]: () => ({ address: 'ada@example.edu', isSent: false }),
      [`POST ${API}/versions`]: ({ body }: ApiCall) => {
        const made = body as SaveTemplate;
        saved.push(made);
        return (detail = savedOf(made.version + 1, made.template, detail));
      },
      ...more,
    },
    ...(size === undefined ? {} : { size }),
  });
  await expect.element(page.getByRole('textbox', { name: 'Text', exact: true })).toBeVisible();
  await expect.element(page.getByText(/^Previewed/)).toBeVisible();
  return { calls, saved };
}

const subject = () => page.getByRole('textbox', { name: 'Subject' });
const body = () => page.getByRole('textbox', { name: 'Text', exact: true });

/** By the notice, rather than step by step in the editor. */
const undoSave = () => page.getByRole('button', { name: 'Undo', exact: true }).last().click();

async function expectAccessible(): Promise<void> {
  const { violations } = await axe.run(document.body, { iframes: false, rules: { region: { enabled: false } } });
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([]);
}

describe('the templates', () => {
  test.each(['desktop', 'phone'] as const)('are listed with what is changed, on a %s', async (size) => {
    const list = [
      detailOf(),
      detailOf({
        audience: 'staff',
        label: 'Request assigned',
        state: 'changed',
        version: 2,
        savedAt: AT,
        savedBy: 'Ada',
        isShippedNewer: true,
      }),
      detailOf({ audience: 'others', label: 'Another', state: 'faulty', version: 1, savedAt: AT }),
    ];
    await sitePage({
      pattern: '/admin/messageTemplates',
      address: '/admin/messageTemplates',
      screen: <TemplatesScreen />,
      answers: { 'GET /api/messageEvents': () => list },
      size,
    });
    await expect
      .element(page.getByRole('link', { name: /Request assigned/ }))
      .toHaveAttribute('href', '/admin/messageTemplates/requestSubmitted/staff');
    await expect.element(page.getByText('New default text')).toBeVisible();
    await expect.element(page.getByText('Not used: has errors')).toBeVisible();
    await expectAccessible();
  });

  test('show who cannot see them', async () => {
    await sitePage({
      pattern: '/admin/messageTemplates',
      address: '/admin/messageTemplates',
      screen: <TemplatesScreen />,
      answers: {
        'GET /api/messageEvents': () => refusal(403, 'resource.forbidden', 'You do not have access to them.'),
      },
    });
    await expect.element(page.getByText('You do not have access to them.')).toBeVisible();
  });
});

describe('the editor of a template', () => {
  test('shows the mail, light and dark, on a phone and as text, of examples or of a message', async () => {
    const { calls } = await editor();
    const frame = () => document.querySelector('iframe');
    expect(frame()?.getAttribute('sandbox')).toBe('');
    expect(frame()?.srcdoc).toContain('light <p>Hello');
    await expect.element(page.getByText('The values are examples.')).toBeVisible();
    await expectAccessible();
    await page.getByRole('radio', { name: 'Dark' }).click();
    await expect.poll(() => frame()?.srcdoc).toContain('dark <p>Hello');
    await page.getByRole('radio', { name: 'Phone' }).click();
    await expect.poll(() => frame()?.getBoundingClientRect().width).toBe(360);
    await page.getByRole('radio', { name: 'Plain text' }).click();
    await expect.element(page.getByText('Plain We have {form}')).toBeVisible();
    await page.getByLabelText('Sample data').selectOptions('7');
    await expect.element(page.getByText('The values are examples.')).not.toBeInTheDocument();
    expect(calls.findLast(({ path }) => path.endsWith('/preview'))?.body).toEqual({ template: SHIPPED, messageId: 7 });
  });

  test('offers placeholders as soon as a brace is typed, in the text and in the subject', async () => {
    const { saved } = await editor();
    await body().click();
    await userEvent.keyboard('{Control>}{End}{/Control} {{re');
    await expect.element(page.getByRole('option', { name: /Reason/ })).toBeVisible();
    await expectAccessible();
    await userEvent.keyboard('{ArrowDown}{Enter}');
    await expect.element(body()).toHaveTextContent('Hello {recipientName},thank you. {reason}');
    expect(document.querySelectorAll('.placeholder')).toHaveLength(2);
    await subject().click();
    await userEvent.keyboard('{End} {{');
    await expect.element(page.getByRole('option', { name: /Name of the form/ })).toBeVisible();
    // A subject has one line.
    expect(page.getByRole('listbox', { name: 'Placeholders' }).getByRole('option').elements()).toHaveLength(2);
    await userEvent.keyboard('rec{Tab}');
    await expect.element(subject()).toHaveValue('We have {form} {recipientName}');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('Saved as version 1')).toBeVisible();
    expect(saved).toEqual([
      {
        version: 0,
        template: {
          subject: 'We have {form} {recipientName}',
          body: '<p>Hello {recipientName},</p><p>thank you. {reason}</p>',
        },
      },
    ]);
    await undoSave();
    await expect.element(subject()).toHaveValue(SHIPPED.subject);
    expect(saved[1]).toEqual({ version: 1, template: null });
  });

  test('inserts a placeholder from its menu at the cursor', async () => {
    await editor();
    await subject().click();
    await userEvent.keyboard('{Home}');
    await page.getByRole('button', { name: 'Insert a placeholder into the subject' }).click();
    await page.getByRole('menuitem', { name: 'Recipient’s name' }).click();
    await expect.element(subject()).toHaveValue('{recipientName}We have {form}');
  });

  test('has what is wrong beside the field, until it is changed', async () => {
    await editor(detailOf(), {
      [`POST ${API}/versions`]: () =>
        refusal(422, 'templates.faulty', 'Not saved', { errors: { subject: 'There is no placeholder {nobody}' } }),
    });
    await subject().fill('Of {nobody}');
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('There is no placeholder {nobody}')).toBeVisible();
    await expect.element(subject()).toHaveAttribute('aria-invalid', 'true');
    await expectAccessible();
    await subject().fill('Of {form}');
    await expect.element(page.getByText('There is no placeholder {nobody}')).not.toBeInTheDocument();
  });

  test('keeps what is typed while it is saved, and before that is undone', async () => {
    const saving = Promise.withResolvers<void>();
    const { saved } = await editor(detailOf(), {
      [`POST ${API}/versions`]: async ({ body: given }: ApiCall) => {
        const { version, template } = given as SaveTemplate;
        if (version === 0) await saving.promise;
        saved.push({ version, template });
        return savedOf(version + 1, template, detailOf());
      },
    });
    await subject().fill('One');
    await page.getByRole('button', { name: 'Save' }).click();
    await subject().fill('Two');
    saving.resolve();
    await expect.element(page.getByText('Saved as version 1')).toBeVisible();
    await expect.element(subject()).toHaveValue('Two');
    await undoSave();
    await expect.poll(() => saved.map(({ version }) => version)).toEqual([0, 1]);
    await expect.element(page.getByText('Undone')).toBeVisible();
    await expect.element(subject()).toHaveValue('Two');
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  test('offers to undo what was saved last, and nothing before that', async () => {
    const { saved } = await editor();
    for (const [words, version] of [
      ['One', 1],
      ['Two', 2],
    ] as const) {
      await subject().fill(words);
      await page.getByRole('button', { name: 'Save' }).click();
      await expect.element(page.getByText(`Saved as version ${version}`)).toBeVisible();
    }
    await undoSave();
    await expect.poll(() => saved.map(({ template }) => template?.subject)).toEqual(['One', 'Two', 'One']);
    await expect.element(subject()).toHaveValue('One');
  });

  test('compares the own text with a later save by another person, and saves the chosen one', async () => {
    const theirs = savedOf(1, { ...SHIPPED, subject: 'Theirs' }, detailOf());
    const { saved } = await editor(detailOf(), {
      [`POST ${API}/versions`]: ({ body: given }: ApiCall) => {
        const made = given as SaveTemplate;
        saved.push(made);
        return made.version === 0
          ? refusal(412, 'templates.changed-meanwhile', 'Saved in the meantime', { current: theirs })
          : savedOf(made.version + 1, made.template, theirs);
      },
    });
    await subject().fill('Mine');
    await page.getByRole('button', { name: 'Save' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Someone else changed this template' });
    await expect.element(dialog.getByText(/^Ada saved it on/)).toBeVisible();
    await expect.element(dialog.getByText('added: Mine (end)')).toBeVisible();
    await expectAccessible();
    await dialog.getByRole('button', { name: 'Keep mine' }).click();
    await expect.element(page.getByText('Saved as version 2')).toBeVisible();
    await expect.element(subject()).toHaveValue('Mine');
    expect(saved.map(({ version }) => version)).toEqual([0, 1]);
  });

  test('takes what another has saved meanwhile, until that is undone', async () => {
    const theirs = savedOf(1, { ...SHIPPED, subject: 'Theirs' }, detailOf());
    await editor(detailOf(), {
      [`POST ${API}/versions`]: () =>
        refusal(412, 'templates.changed-meanwhile', 'Saved in the meantime', { current: theirs }),
    });
    await subject().fill('Mine');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('button', { name: 'Use theirs' }).click();
    await expect.element(subject()).toHaveValue('Theirs');
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeDisabled();
    await page.getByRole('button', { name: 'Undo', exact: true }).click();
    await expect.element(subject()).toHaveValue('Mine');
    await expect.element(page.getByRole('button', { name: 'Save' })).toBeEnabled();
  });

  test('compares each version with the text, and restores one or the default text', async () => {
    const first = savedOf(1, { ...SHIPPED, subject: 'First words' }, detailOf());
    const opened = { ...savedOf(2, { ...SHIPPED, subject: 'Second words' }, first), isShippedNewer: true };
    const { saved } = await editor(opened);
    await expect.element(page.getByText('The default text has changed since this text was saved')).toBeVisible();
    await page.getByRole('tab', { name: 'History (3)' }).click();
    await page.getByRole('button', { name: 'Compare: version 1' }).click();
    await expect.element(page.getByText('First', { exact: false }).first()).toBeVisible();
    await expectAccessible();
    await page.getByRole('button', { name: 'Restore as draft: version 1' }).click();
    await expect.element(subject()).toHaveValue('First words');
    expect(saved).toEqual([]);
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => saved).toEqual([{ version: 2, template: { ...SHIPPED, subject: 'First words' } }]);
    await page.getByRole('button', { name: 'Restore as draft: default text' }).click();
    await page.getByRole('button', { name: 'Save' }).click();
    await expect.element(page.getByText('The default text is used now')).toBeVisible();
    expect(saved[1]).toEqual({ version: 3, template: null });
  });

  test('mails a test to oneself, and says where it is', async () => {
    await editor();
    await expect
      .element(page.getByText('There is no mail server, so it stays in the outbox.', { exact: false }))
      .toBeVisible();
    await page.getByRole('button', { name: 'Send me a test email' }).click();
    await expect
      .element(page.getByText('The test for ada@example.edu is in the outbox.', { exact: false }))
      .toBeVisible();
  });

  test('is read-only without permission to save, and fits a phone', async () => {
    await editor(detailOf({ canSave: false }), {}, 'phone');
    expect(page.getByRole('button', { name: 'Save' }).elements()).toEqual([]);
    await expect.element(subject()).toBeDisabled();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
    await expectAccessible();
  });
});
