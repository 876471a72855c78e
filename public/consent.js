/**
 * Asks visitors whether programs of other sites may run, and loads them after a yes. A document has this script only where an
 * administrator has declared such programs (docs/guides/settings.md), and only on public pages; its policy names their hosts.
 */
const KEY = 'visitor-programs';
const KINDS = { analytics: 'Statistics', recording: 'Recordings of visits' };
const declared = document.getElementById('visitor-programs').textContent;
const programs = JSON.parse(declared);
const kinds = Object.keys(KINDS).filter((kind) => programs.some((program) => program.kind === kind));
/** Global Privacy Control, or Do Not Track: the answer is no, and nobody is asked. */
const isRefusedByBrowser = navigator.globalPrivacyControl === true || navigator.doNotTrack === '1';
/** Of this document: other pages may be such that have no programs. */
const path = location.pathname;

/** The kinds that may run, of the programs as they are declared now; null while there is no answer. */
function answer() {
  if (isRefusedByBrowser) return [];
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return kept?.declared === declared && Array.isArray(kept.accepted) ? kept.accepted : null;
  } catch {
    return null;
  }
}

function keep(accepted) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ accepted, declared }));
  } catch {
    // Without storage the answer holds for this page.
  }
}

/** Since this document was loaded, which has programs for visitors alone (src/app/sessionStore.ts). */
function isLoggedIn() {
  try {
    return JSON.parse(localStorage.getItem('session') ?? 'null')?.isLoggedIn === true;
  } catch {
    return false;
  }
}

let loaded = [];

function load(accepted) {
  const added = accepted.filter((kind) => kinds.includes(kind) && !loaded.includes(kind));
  if (added.length === 0) return;
  if (loaded.length === 0) keepToThisPage();
  loaded = [...loaded, ...added];
  for (const { script, kind } of programs) {
    if (!added.includes(kind)) continue;
    const element = document.createElement('script');
    element.src = script;
    element.async = true;
    document.head.append(element);
  }
}

/** Each page is a document of its own from here on: those for accounts and staff never have these programs. */
function keepToThisPage() {
  for (const [name, leave] of [
    ['pushState', 'assign'],
    ['replaceState', 'replace'],
  ]) {
    const change = history[name].bind(history);
    history[name] = (state, unused, url) => {
      const next = new URL(url ?? location.href, location.href);
      if (next.pathname === path) change(state, unused, url);
      else location[leave](next);
    };
  }
  addEventListener('popstate', () => {
    if (location.pathname !== path) location.reload();
  });
}

/** What programs have kept here that ends with their permission. Sessions are out of reach of scripts. */
function forgetCookies() {
  const { hostname } = location;
  const sites = ['', hostname, hostname.split('.').slice(-2).join('.')];
  for (const cookie of document.cookie.split('; ').filter(Boolean))
    for (const site of sites)
      document.cookie = `${cookie.split('=')[0]}=; Max-Age=0; Path=/${site === '' ? '' : `; Domain=${site}`}`;
}

function make(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, more);
}

const style = make(
  'style',
  `.visitor-choices{padding:var(--space-4);color:var(--color-quiet);font-size:var(--font-size-sm);text-align:center}
.visitor-choices button{min-height:24px;padding:4px 8px;border:0;background:none;color:var(--color-text);font:inherit;text-decoration:underline;cursor:pointer}
.visitor-question{position:fixed;z-index:60;inset:auto 0 0;display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:var(--space-4);max-height:60vh;padding:var(--space-4);overflow:auto;border-top:1px solid var(--color-border-strong);background:var(--color-surface);color:var(--color-text)}
.visitor-question>div{flex:1 1 280px;max-width:720px}
.visitor-question h2{margin:0 0 4px;font-size:1rem}
.visitor-question p,.visitor-question ul{margin:0;padding:0;list-style:none}
.visitor-question label{display:flex;gap:var(--space-2);align-items:center;min-height:24px;margin-top:4px;font-weight:600}
.visitor-question input{width:20px;height:20px;margin:0;accent-color:var(--color-primary)}
.visitor-question span{display:flex;flex-wrap:wrap;gap:var(--space-2)}
.visitor-question button{min-width:104px;min-height:44px;padding:8px 16px;border:1px solid var(--color-primary);border-radius:var(--radius-control);background:var(--color-surface);color:var(--color-primary);font:inherit;font-weight:600;cursor:pointer}
.visitor-question :is(button,input):focus-visible,.visitor-choices button:focus-visible{outline:2px solid var(--color-primary);outline-offset:2px}
@media (max-width:767px){.visitor-question span{flex:1 1 100%}.visitor-question button{flex:1}.visitor-question button:nth-child(3){flex-basis:100%}.visitor-choices{padding-bottom:calc(var(--bottom-bar-height) + var(--space-4))}}
@media print{.visitor-question,.visitor-choices{display:none}}`,
);

const choices = make('div', '', { className: 'visitor-choices' });
const change = make('button', 'Privacy choices', { type: 'button' });
choices.append(change);
let question = null;
let boxes = [];

function ask() {
  close();
  const present = answer();
  question = make('section', '', { className: 'visitor-question' });
  question.setAttribute('aria-label', 'Privacy choices');
  const words = make('div', '');
  words.append(make('h2', 'May programs of other sites run here?'), make('p', explained(present)));
  // With one kind the buttons say it all.
  boxes = kinds.length < 2 || isRefusedByBrowser ? [] : kinds.map((kind) => boxOf(kind, present));
  for (const kind of kinds) {
    const list = make('ul', '');
    for (const { name, purpose, script } of programs.filter((program) => program.kind === kind))
      list.append(make('li', `${name} (${new URL(script).host}): ${purpose}`));
    const box = boxes[kinds.indexOf(kind)];
    if (box) {
      const label = make('label', '');
      label.append(box, KINDS[kind]);
      words.append(label);
    }
    words.append(list);
  }
  const buttons = make('span', '');
  const put = (label, chosen) =>
    buttons.append(make('button', label, { type: 'button', onclick: () => decide(chosen()) }));
  if (isRefusedByBrowser) buttons.append(make('button', 'Close', { type: 'button', onclick: leave }));
  else if (boxes.length === 0) {
    put('Decline', () => []);
    put('Accept', () => kinds);
  } else {
    put('Decline all', () => []);
    put('Accept all', () => kinds);
    put('Accept chosen', () => kinds.filter((_, index) => boxes[index].checked));
  }
  question.append(words, buttons);
  // First, so that keyboards and screen readers meet it first, too.
  document.body.prepend(question);
  makeRoom();
}

function boxOf(kind, present) {
  return make('input', '', { type: 'checkbox', checked: present?.includes(kind) === true });
}

function explained(present) {
  if (isRefusedByBrowser) return 'Your browser asks sites not to track you. None of these is loaded.';
  const state = present === null ? '' : present.length > 0 ? 'You have accepted. ' : 'You have declined. ';
  return `${state}They learn which pages you visit${kinds.includes('recording') ? ' and what you do there' : ''}. Everything works without them.`;
}

/** What has the focus, and the end of the page, are not behind the question. */
function makeRoom() {
  const height = question ? `${question.offsetHeight}px` : '';
  document.documentElement.style.scrollPaddingBottom = height;
  document.body.style.paddingBottom = height;
}

function close() {
  question?.remove();
  question = null;
  makeRoom();
}

function leave() {
  close();
  change.focus({ preventScroll: true });
}

function decide(accepted) {
  leave();
  keep(accepted);
  const isLess = loaded.some((kind) => !accepted.includes(kind));
  if (isLess) forgetCookies();
  // What has been loaded stays until the page is left. What the page has become meanwhile may be without programs.
  if (isLess || (accepted.length > 0 && (location.pathname !== path || isLoggedIn()))) location.reload();
  else load(accepted);
}

change.addEventListener('click', () => {
  ask();
  question.querySelector('input, button').focus();
});
addEventListener('keydown', ({ key }) => {
  if (key === 'Escape' && question?.contains(document.activeElement) && answer() !== null) leave();
});
addEventListener('resize', makeRoom);
document.head.append(style);
document.body.append(choices);
const present = answer();
if (present === null) ask();
else load(present);
