import { formatMoney } from '../../../../domain/values/formats.ts';
import type { StripeObject } from './wire.ts';

const TITLE = 'Demonstration checkout';
const STYLE = `
:root { color-scheme: light dark; --page: #f4f4f4; --card: #fff; --line: #d9dbe0; --text: #1b1b1f; --quiet: #5c5f66;
  --main: #1f4b99; --on-main: #fff; --note: #fff4d6; --on-note: #5c4300; --error: #b3261e; }
@media (prefers-color-scheme: dark) { :root { --page: #000; --card: #121214; --line: #2e2f36; --text: #f2f2f4;
  --quiet: #a6a8af; --main: #8fb4ff; --on-main: #0b1730; --note: #3a2f10; --on-note: #f6dfa0; --error: #ff8a80; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--text);
  font: 16px/1.5 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, sans-serif; }
.note { margin: 0; padding: 12px 16px; background: var(--note); color: var(--on-note); text-align: center; font-weight: 600; }
main { width: min(480px, 100% - 32px); margin: clamp(16px, 6vh, 40px) auto; padding: 24px; background: var(--card); border: 1px solid var(--line); border-radius: 12px; }
h1 { margin: 0; font-size: 20px; line-height: 1.2; overflow-wrap: anywhere; }
.amount { margin: 8px 0 24px; font-size: 31px; font-weight: 650; font-variant-numeric: tabular-nums; }
.quiet { color: var(--quiet); margin: 0 0 16px; }
.error { color: var(--error); margin: 0 0 16px; }
form { display: grid; gap: 12px; }
button, a.button { min-height: 48px; padding: 0 16px; border-radius: 8px; border: 1px solid var(--line); background: none;
  color: inherit; font: inherit; font-weight: 500; cursor: pointer; text-decoration: none; display: grid; place-items: center; }
button.main { background: var(--main); border-color: var(--main); color: var(--on-main); }
button:focus-visible, a:focus-visible { outline: 2px solid var(--main); outline-offset: 2px; }`;

/** The hosted page. It asks for no card. */
export function checkoutPage(session: StripeObject, isDeclined: boolean): string {
  const error = isDeclined ? '<p class="error" role="alert">The card was declined. Try again.</p>' : '';
  return document(`<h1>${escaped(session['description'])}</h1>
<p class="amount">${escaped(formatMoney(Number(session['amount_total'])))}</p>${error}
<p class="quiet">Choose what happens to this payment.</p>
<form method="post">
<button class="main" name="choice" value="pay">Pay</button>
<button name="choice" value="decline">Decline the card</button>
<button name="choice" value="later">Pay, confirmed after a minute</button>
<button name="choice" value="dispute">Pay, then dispute the payment</button>
<button name="choice" value="back">Back without paying</button>
</form>`);
}

/** Of a session that is no longer open. */
export function endedPage(session: StripeObject): string {
  const isPaid = session['status'] === 'complete';
  const text = isPaid ? 'This payment is complete.' : 'This payment has expired. Nothing was charged.';
  const back = escaped(isPaid ? session['success_url'] : (session['cancel_url'] ?? session['success_url']));
  return document(`<h1>${escaped(session['description'])}</h1>
<p class="amount">${escaped(formatMoney(Number(session['amount_total'])))}</p>
<p class="quiet">${text}</p><a class="button" href="${back}">Back to the portal</a>`);
}

function document(content: string): string {
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" />
<meta name="robots" content="noindex" /><title>${TITLE}</title><style>${STYLE}</style></head>
<body><p class="note">Test mode. No real card is charged.</p><main>
${content}
</main></body></html>
`;
}

function escaped(value: unknown): string {
  return String(value).replace(/[<>&"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
