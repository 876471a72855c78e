import { chromium, type Page } from 'playwright-core';
import { findBrowser } from '../../scripts/browser.mjs';
import type { RequestField, RequestFormSchema } from '../../domain/requests/request-form.ts';
import { quantile, type Target } from './load.ts';
import { report } from './report.ts';

const FIELDS = 200;
const CONDITIONS = 40;
const KEYS = 60;

/** 200 fields; 40 of them are shown depending on an earlier answer. */
function largeForm(): RequestFormSchema {
  const properties: Record<string, RequestField> = {};
  for (let index = 0; index < FIELDS; index += 1) {
    properties[`field${index}`] = fieldAt(index);
  }
  return {
    type: 'object',
    additionalProperties: false,
    properties,
    required: ['field0'],
    'x-order': Object.keys(properties),
  };
}

function fieldAt(index: number): RequestField {
  const shown =
    index > 4 && index % (FIELDS / CONDITIONS) === 4
      ? { 'x-show-if': { field: `field${index - 4}`, is: 'answered' as const } }
      : {};
  const title = `Question ${index}`;
  switch (index % 5) {
    case 1:
      return { 'x-field': 'Integer', type: 'integer', title, minimum: 0, maximum: 1000, ...shown };
    case 2:
      return {
        'x-field': 'Select',
        type: 'string',
        title,
        enum: ['a', 'b', 'c'],
        'x-labels': ['One', 'Two', 'Three'],
        ...shown,
      };
    case 3:
      return { 'x-field': 'Boolean', type: 'boolean', title, ...shown };
    default:
      return { 'x-field': 'String', type: 'string', title, maxLength: 200, ...shown };
  }
}

/** Publishes the form through the API and types into its first field in Chromium. */
export async function benchKeystroke(engine: Target, cookie: string): Promise<void> {
  const origin = `http://127.0.0.1:${engine.port}`;
  await publishForm(origin, cookie);
  const executablePath = await findBrowser();
  if (executablePath === null) throw new Error('There is no Chromium; npm test installs one.');
  const browser = await chromium.launch({
    executablePath,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-dev-shm-usage',
      '--disable-background-networking',
      '--no-first-run',
    ],
  });
  try {
    const context = await browser.newContext({ baseURL: origin, viewport: { width: 1280, height: 800 } });
    const [name = '', value = ''] = cookie.split('=');
    await context.addCookies([{ name, value, url: origin }]);
    const page = await context.newPage();
    await page.goto('/requests/view/bench');
    await page.getByLabel('Question 195').first().waitFor();
    const times = await typingTimes(page);
    report(
      `A keystroke in ${FIELDS} fields, ${CONDITIONS} conditions, to paint, p95`,
      quantile(times, 0.95),
      'ms',
      { atMost: 30 },
      `median ${quantile(times, 0.5).toFixed(1)} ms`,
    );
  } finally {
    await browser.close();
  }
}

/** From the key event to the first task after the frame that shows it. */
export async function typingTimes(page: Page): Promise<number[]> {
  await page.evaluate(() => {
    const times: number[] = [];
    Object.assign(window, { keystrokeTimes: times });
    addEventListener(
      'keydown',
      (event) => {
        requestAnimationFrame(() => {
          const { port1, port2 } = new MessageChannel();
          port1.onmessage = () => times.push(performance.now() - event.timeStamp);
          port2.postMessage(null);
        });
      },
      { capture: true },
    );
  });
  const input = page.getByLabel('Question 0').first();
  await input.click();
  for (let key = 0; key < KEYS; key += 1) await input.press(String.fromCharCode(97 + (key % 26)));
  await page.waitForFunction(
    (count) => (window as unknown as { keystrokeTimes: number[] }).keystrokeTimes.length >= count,
    KEYS,
  );
  const times = await page.evaluate(() => (window as unknown as { keystrokeTimes: number[] }).keystrokeTimes);
  return times.slice(10).toSorted((a, b) => a - b);
}

/** The form that `typingTimes` types into, at /requests/view/bench. */
export async function publishForm(origin: string, cookie: string): Promise<void> {
  const post = async <Answer>(path: string, body: object): Promise<Answer> => {
    const answer = await fetch(`${origin}/api/${path}`, {
      method: 'POST',
      headers: { cookie, origin, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Answer;
  };
  const form = await post<{ id: number; version: number }>('forms', {
    name: 'bench',
    title: 'Bench',
    costType: 'Free',
    active: true,
    draftSchema: largeForm(),
  });
  await post('forms/actions/publish', { ids: [form.id], inputs: {} });
}
