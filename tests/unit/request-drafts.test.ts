import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Answers, RequestFormSchema } from '../../domain/request-form.ts';
import { DraftKeeper } from '../../src/portal/requests/form/DraftKeeper.ts';
import type { DraftState } from '../../src/portal/requests/form/DraftKeeper.ts';
import { startOf } from '../../src/portal/requests/form/localDraft.ts';

class Refusal extends Error {
  readonly status: number;
  constructor(status: number) {
    super(`refused with ${status}`);
    this.status = status;
  }
}

function keeping(answer: (data: Answers) => Promise<string> = () => Promise.resolve('2026-01-01T10:42:00.000Z')) {
  const save = vi.fn(answer);
  const states: DraftState[] = [];
  const local: { kept: Answers | null } = { kept: null };
  const keeper = new DraftKeeper({
    save,
    base: null,
    onState: (state) => states.push(state),
    local: {
      write: ({ data }) => {
        local.kept = data;
      },
      remove: () => {
        local.kept = null;
      },
    },
  });
  return { keeper, save, states, local };
}

describe('the draft keeper', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keeps answers in the browser at once and on the server after a pause, then drops the copy', async () => {
    const { keeper, save, states, local } = keeping();
    keeper.change({ a: '1' });
    keeper.change({ a: '12' });
    await vi.advanceTimersByTimeAsync(200);
    expect(local.kept).toEqual({ a: '12' });
    expect(save).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(save).toHaveBeenCalledExactlyOnceWith({ a: '12' }, {});
    expect(local.kept).toBeNull();
    expect(states.map((state) => state.kind)).toEqual(['unsaved', 'unsaved', 'saving', 'saved']);
  });

  it('saves what was typed while it was saving', async () => {
    const answers: (() => void)[] = [];
    const { keeper, save } = keeping(
      () => new Promise((resolve) => answers.push(() => resolve('2026-01-01T00:00:00Z'))),
    );
    keeper.change({ a: '1' });
    await vi.advanceTimersByTimeAsync(1000);
    keeper.change({ a: '2' });
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(1000);
    expect(save.mock.calls.map(([data]) => data)).toEqual([{ a: '1' }, { a: '2' }]);
  });

  it('keeps the copy while the server cannot be reached, and tries again', async () => {
    let isUp = false;
    const { keeper, states, local } = keeping(() =>
      isUp ? Promise.resolve('2026-01-01T00:00:00Z') : Promise.reject(new Refusal(0)),
    );
    keeper.change({ a: '1' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(states.at(-1)).toEqual({ kind: 'local', reason: 'offline' });
    expect(local.kept).toEqual({ a: '1' });
    isUp = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states.at(-1)?.kind).toBe('saved');
    expect(local.kept).toBeNull();
  });

  it('waits for a login after the session has ended, and says so', async () => {
    const { keeper, save, states, local } = keeping(() => Promise.reject(new Refusal(401)));
    keeper.change({ a: '1' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).toHaveBeenCalledOnce();
    expect(states.at(-1)).toEqual({ kind: 'local', reason: 'login' });
    expect(local.kept).toEqual({ a: '1' });
  });

  it('sends the last words when the page goes away', () => {
    const { keeper, save, local } = keeping(() => new Promise(() => undefined));
    keeper.change({ a: '1' });
    keeper.leave();
    expect(save).toHaveBeenCalledExactlyOnceWith({ a: '1' }, { keepalive: true });
    expect(local.kept).toEqual({ a: '1' });
  });

  it('keeps nothing once the request is sent, and waits for a save that is under way', async () => {
    const answers: (() => void)[] = [];
    const { keeper, save, local } = keeping(
      () => new Promise((resolve) => answers.push(() => resolve('2026-01-01T00:00:00Z'))),
    );
    keeper.change({ a: '1' });
    void keeper.flush();
    const stopped = keeper.stop();
    answers[0]?.();
    await stopped;
    keeper.leave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).toHaveBeenCalledOnce();
    expect(local.kept).toBeNull();
  });

  it('goes on when the request was refused', async () => {
    const { keeper, save } = keeping();
    keeper.change({ a: '1' });
    await keeper.stop();
    keeper.resume();
    await vi.advanceTimersByTimeAsync(1000);
    expect(save).toHaveBeenCalledExactlyOnceWith({ a: '1' }, {});
  });

  it('has nothing to save where nothing was changed', async () => {
    const { keeper, save } = keeping();
    await keeper.stop();
    keeper.resume();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).not.toHaveBeenCalled();
  });
});

describe('what the form starts with', () => {
  const schema: RequestFormSchema = {
    type: 'object',
    additionalProperties: false,
    required: [],
    'x-order': ['a'],
    properties: { a: { 'x-field': 'String', type: 'string', title: 'A' } },
  };
  const version = { id: 7, schema };
  const draft = { formId: 1, formVersionId: 7, data: { a: 'server' }, updatedAt: '2026-01-01T10:00:00.000Z' };
  const local = {
    formVersionId: 7,
    data: { a: 'browser', gone: 'x' },
    base: draft.updatedAt,
    savedAt: '2026-01-01T09:00:00.000Z',
  };

  it('is empty without a draft', () => {
    expect(startOf(null, null, version)).toEqual({ data: {}, isLocal: false, isMoved: false });
  });

  it('is the server’s draft where this browser has nothing that was not sent', () => {
    expect(startOf(draft, null, version)).toEqual({ data: { a: 'server' }, isLocal: false, isMoved: false });
  });

  it('is this browser’s copy where it continues the server’s, whatever the clocks say, without fields that are gone', () => {
    expect(startOf(draft, local, version)).toEqual({ data: { a: 'browser' }, isLocal: true, isMoved: false });
  });

  it('is the later one where both went on', () => {
    expect(startOf(draft, { ...local, base: '2025-12-31T00:00:00.000Z' }, version).isLocal).toBe(false);
    expect(startOf(draft, { ...local, base: null, savedAt: '2026-01-01T11:00:00.000Z' }, version).isLocal).toBe(true);
  });

  it('tells when the form has another version now', () => {
    expect(startOf({ ...draft, formVersionId: 6 }, null, version).isMoved).toBe(true);
  });
});
