/**
 * Asks visitors whether programs of other sites may run, and loads them after a yes. A document has this script only where an
 * administrator has declared such programs (docs/guides/settings.md), and only on public pages; its policy names their hosts.
 */
const KEY = 'visitor-programs';
const declared = document.getElementById('visitor-programs').textContent;
const programs = JSON.parse(declared);
/** Global Privacy Control, or Do Not Track: the answer is no, and nobody is asked. */
const isRefusedByBrowser = navigator.globalPrivacyControl === true || navigator.doNotTrack === '1';

/** The answer to the programs as they are declared now: true, false, or null while there is none. */
function answer() {
  if (isRefusedByBrowser) return false;
  try {
    const kept = JSON.parse(localStorage.getItem(KEY) ?? 'null');
    return kept?.declared === declared ? kept.isYes === true : null;
  } catch {
    return null;
  }
}

function keep(isYes) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ isYes, declared }));
  } catch {
    // Without storage the answer holds for this page.
  }
}

let isLoaded = false;

function load() {
  if (isLoaded) return;
  isLoaded = true;
  for (const { script } of programs) {
    const element = document.createElement('script');
    element.src = script;
    element.async = true;
    document.head.append(element);
  }
  // Each page is a document of its own from here on: those for accounts and staff never have these programs.
  const push = history.pushState.bind(history);
  history.pushState = (state, unused, url) => {
    const next = new URL(url ?? location.href, location.href);
    if (next.pathname === location.pathname) push(state, unused, url);
    else location.assign(next);
  };
}

function make(tag, text, more = {}) {
  return Object.assign(document.createElement(tag), { textContent: text }, more);
}

const style = make(
  'style',
  `.visitor-choices{padding:var(--space-4);color:var(--color-quiet);font-size:var(--font-size-sm);text-align:center}
.visitor-choices button{min-height:24px;padding:4px 8px;border:0;background:none;color:var(--color-text);font:inherit;text-decoration:underline;cursor:pointer}
.visitor-question{position:fixed;z-index:60;inset:auto 0 0;display:flex;flex-wrap:wrap;align-items:center;justify-content:center;gap:var(--space-4);max-height:60vh;padding:var(--space-4);overflow:auto;border-top:1px solid var(--color-border-strong);background:var(--color-surface);color:var(--color-text)}
.visitor-question div{flex:1 1 280px;max-width:720px}
.visitor-question h2{margin:0 0 4px;font-size:1rem}
.visitor-question p,.visitor-question ul{margin:0}
.visitor-question span{display:flex;flex-wrap:wrap;gap:var(--space-2)}
.visitor-question button{min-width:104px;min-height:44px;padding:8px 16px;border:1px solid var(--color-primary);border-radius:var(--radius-control);background:var(--color-surface);color:var(--color-primary);font:inherit;font-weight:600;cursor:pointer}
.visitor-question button:focus-visible,.visitor-choices button:focus-visible{outline:2px solid var(--color-primary);outline-offset:2px}
@media (max-width:767px){.visitor-choices{padding-bottom:calc(var(--bottom-bar-height) + var(--space-4))}}`,
);

const choices = make('div', '', { className: 'visitor-choices' });
const change = make('button', 'Privacy choices', { type: 'button' });
choices.append(change);
let question = null;

function ask() {
  question?.remove();
  question = make('section', '', { className: 'visitor-question' });
  question.setAttribute('aria-label', 'Privacy choices');
  const words = make('div', '');
  const list = make('ul', '');
  for (const { name, purpose, script } of programs)
    list.append(make('li', `${name} (${new URL(script).host}): ${purpose}`));
  words.append(
    make('h2', 'May programs of other sites run here?'),
    make(
      'p',
      isRefusedByBrowser
        ? 'Your browser asks sites not to track you. None of these is loaded.'
        : 'They learn which pages you visit. Everything works without them.',
    ),
    list,
  );
  const buttons = make('span', '');
  const put = (label, isYes) => buttons.append(make('button', label, { type: 'button', onclick: () => decide(isYes) }));
  if (isRefusedByBrowser) put('Close', null);
  else {
    put('Decline', false);
    put('Accept', true);
  }
  question.append(words, buttons);
  document.body.append(question);
}

function decide(isYes) {
  question?.remove();
  question = null;
  if (isYes !== null) keep(isYes);
  if (isYes === true) load();
  // What has been loaded stays until the page is left.
  else if (isLoaded) location.reload();
  change.focus({ preventScroll: true });
}

change.addEventListener('click', () => {
  ask();
  question.querySelector('button').focus();
});
document.head.append(style);
document.body.append(choices);
if (answer() === true) load();
else if (answer() === null) ask();
