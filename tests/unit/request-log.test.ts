import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { readSettings } from '../../server/platform/settings.ts';
import { problem } from '../../server/platform/problem.ts';
import { answerProblems } from '../../server/platform/http/problems.ts';
import { logAnswer } from '../../server/platform/http/request-log.ts';
import { serverOptions } from '../../server/platform/http/server-options.ts';

test('the log has one line per response, without headers, bodies or queries', async () => {
  const lines: string[] = [];
  const { logger, ...options } = serverOptions(readSettings({ LOG_LEVEL: 'trace' }, '/nowhere'));
  const app = fastify({
    ...options,
    logger: {
      ...(logger as object),
      stream: {
        write: (line: string) => {
          lines.push(line);
        },
      },
    },
  });
  answerProblems(app);
  app.addHook('onResponse', logAnswer);
  app.post('/api/Login', async () => ({ token: 'secret-answer' }));
  app.post('/api/refused', async () => {
    throw problem(403, 'test.refused', 'Refused', 'secret-refusal');
  });
  app.post('/api/broken', async () => {
    throw new Error('what went wrong');
  });
  app.post('/api/feeds/:file', { config: { secretPath: true } }, async () => ({}));
  for (const url of ['/api/Login', '/api/feeds/secret-path.ics', '/api/refused', '/api/broken', '/api/nothing']) {
    await app.inject({
      method: 'POST',
      url: `${url}?token=secret-query`,
      payload: { password: 'secret-body' },
      headers: { cookie: 'atrium=secret-cookie', authorization: 'Basic secret-header' },
    });
  }
  await app.close();
  const answered = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'answered');
  expect(answered.map(({ req, status }) => `${req.method} ${req.path} ${status}`)).toEqual([
    'POST /api/Login 200',
    'POST /api/feeds/:file 200',
    'POST /api/refused 403',
    'POST /api/broken 500',
    'POST /api/nothing 404',
  ]);
  expect(answered.every(({ reqId }) => typeof reqId === 'string')).toBe(true);
  expect(lines.join('')).toContain('what went wrong');
  expect(lines.join('')).not.toContain('secret');
});
