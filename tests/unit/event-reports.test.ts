import { describe, expect, it } from 'vitest';
import { browserName } from '../../src/console/resources/events/browserName.ts';
import { reportText } from '../../src/console/resources/events/reportText.ts';
import { stackLines } from '../../src/console/resources/events/stackFrames.ts';

describe('a stack trace', () => {
  it('of Chromium and Node tells calls from places, and the portal from what it uses', () => {
    const stack = `TypeError: no such thing
    at save (https://atrium.example/assets/EditPage-a1.js:1:20)
    at async https://atrium.example/assets/main.js:3:4
    at Object.render (/srv/node_modules/react-dom/index.js:9:1)
    at node:internal/process:1:2`;
    expect(stackLines(stack)).toEqual([
      { kind: 'words', text: 'TypeError: no such thing' },
      { kind: 'frame', call: 'save', place: '/assets/EditPage-a1.js:1:20', isForeign: false },
      { kind: 'frame', call: '', place: '/assets/main.js:3:4', isForeign: false },
      { kind: 'frame', call: 'Object.render', place: '/srv/node_modules/react-dom/index.js:9:1', isForeign: true },
      { kind: 'frame', call: '', place: 'node:internal/process:1:2', isForeign: true },
    ]);
  });

  it('of Firefox and Safari is read alike', () => {
    expect(stackLines('save@https://atrium.example/assets/a.js:1:20\n@https://atrium.example/b.js:2:1')).toEqual([
      { kind: 'frame', call: 'save', place: '/assets/a.js:1:20', isForeign: false },
      { kind: 'frame', call: '', place: '/b.js:2:1', isForeign: false },
    ]);
  });

  it('that is none stays words', () => {
    expect(stackLines('No stack trace')).toEqual([{ kind: 'words', text: 'No stack trace' }]);
    expect(stackLines('Write to help@campus.example today')).toEqual([
      { kind: 'words', text: 'Write to help@campus.example today' },
    ]);
  });
});

describe('a browser', () => {
  it.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36 Edg/130.0.0.0',
      'Edge 130 on Windows',
    ],
    ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', 'Firefox 128 on Linux'],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
      'Safari 17 on iOS',
    ],
    [
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36',
      'Chrome 131 on Android',
    ],
    ['curl/8.5.0', 'curl/8.5.0'],
  ])('is named by what it is: %s', (userAgent, name) => expect(browserName(userAgent)).toBe(name));
});

it('a report as text leaves out what is not known', () => {
  expect(
    reportText({
      message: 'Broken [render]',
      createdAt: '2026-03-01T10:00:00Z',
      location: null,
      userAgent: '',
      exception: 'Error: x\n  at y',
    }),
  ).toBe('Message: Broken [render]\nWhen: 2026-03-01T10:00:00Z\n\nError: x\n  at y');
});
