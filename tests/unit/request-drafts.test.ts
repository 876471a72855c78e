import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Draft, OpenVersion } from '../../domain/calls/request-drafts.ts';
import { carriedOver, mergeAnswers } from '../../domain/requests/request-drafts.ts';
import type { Answers, RequestField, RequestFormSchema } from '../../domain/requests/request-form.ts';
import { ApiError } from '../../src/app/ApiError.ts';
import { DraftAutosave } from '../../src/portal/requests/form/DraftAutosave.ts';
import type { DraftState } from '../../src/portal/requests/form/DraftAutosave.ts';
import { draftStart } from '../../src/portal/requests/form/localDraft.ts';
import type { DraftBase, LocalDraft } from '../../src/portal/requests/form/localDraft.ts';

const AT = '2026-01-01T10:42:00.000Z';
const NONE: DraftBase = { version: 0, data: {} };

function draftOf(version: number, data: Answers): Draft {
  return { formId: 1, formVersionId: 7, version, data, updatedAt: AT };
}

function refusal(status: number, code = 'x', current?: Draft): ApiError {
  return new ApiError({
    type: `about:blank#${code}`,
    title: 'x',
    status,
    code,
    detail: `refused with ${status}`,
    ...(current ? { current: { ...current } } : {}),
  });
}

type Save = (data: Answers, base: DraftBase) => Promise<Draft>;

const take: Save = (data, base) => Promise.resolve(draftOf(base.version + 1, data));

function keeping(answer: Save = take, base = NONE) {
  const save = vi.fn(answer);
  const states: DraftState[] = [];
  const local: { kept: Pick<LocalDraft, 'data' | 'base'> | null } = { kept: null };
  const shown: { data: Answers | null } = { data: null };
  const autosave = new DraftAutosave({
    save,
    base,
    onState: (state) => states.push(state),
    onMerge: (data) => {
      shown.data = data;
    },
    local: {
      write: (draft) => {
        local.kept = draft;
      },
      remove: () => {
        local.kept = null;
      },
    },
  });
  return { autosave, save, states, local, shown };
}

describe('the draft autosave', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('keeps answers in the browser immediately and on the server after a pause, then drops the copy', async () => {
    const { autosave, save, states, local } = keeping();
    autosave.change({ a: '1' });
    autosave.change({ a: '12' });
    await vi.advanceTimersByTimeAsync(200);
    expect(local.kept).toEqual({ data: { a: '12' }, base: NONE });
    expect(save).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1000);
    expect(save).toHaveBeenCalledExactlyOnceWith({ a: '12' }, NONE, {});
    expect(local.kept).toBeNull();
    expect(states.map((state) => state.kind)).toEqual(['unsaved', 'unsaved', 'saving', 'saved']);
    expect(autosave.version).toBe(1);
  });

  it('saves input typed during a save on top of that save', async () => {
    const answers: (() => void)[] = [];
    const { autosave, save } = keeping(
      (data, base) => new Promise((resolve) => answers.push(() => void take(data, base).then(resolve))),
    );
    autosave.change({ a: '1' });
    await vi.advanceTimersByTimeAsync(1000);
    autosave.change({ a: '2' });
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(1000);
    expect(save.mock.calls.map(([data, { version }]) => [data, version])).toEqual([
      [{ a: '1' }, 0],
      [{ a: '2' }, 1],
    ]);
  });

  it('keeps the copy while the server cannot be reached, and tries again', async () => {
    let isUp = false;
    const { autosave, states, local } = keeping((data, base) => (isUp ? take(data, base) : Promise.reject(refusal(0))));
    autosave.change({ a: '1' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(states.at(-1)).toEqual({ kind: 'local', reason: 'offline' });
    expect(local.kept?.data).toEqual({ a: '1' });
    isUp = true;
    await vi.advanceTimersByTimeAsync(10_000);
    expect(states.at(-1)?.kind).toBe('saved');
    expect(local.kept).toBeNull();
  });

  it('waits for a login after the session has ended, and says so', async () => {
    const { autosave, save, states, local } = keeping(() => Promise.reject(refusal(401)));
    autosave.change({ a: '1' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).toHaveBeenCalledOnce();
    expect(states.at(-1)).toEqual({ kind: 'local', reason: 'login' });
    expect(local.kept?.data).toEqual({ a: '1' });
  });

  it('sends the latest input when the page is closed', () => {
    const { autosave, save, local } = keeping(() => new Promise(() => undefined));
    autosave.change({ a: '1' });
    autosave.flushOnLeave();
    expect(save).toHaveBeenCalledExactlyOnceWith({ a: '1' }, NONE, { keepalive: true });
    expect(local.kept?.data).toEqual({ a: '1' });
  });

  it('keeps nothing once the request is submitted, and waits for a pending save', async () => {
    const answers: (() => void)[] = [];
    const { autosave, save, local } = keeping(
      (data, base) => new Promise((resolve) => answers.push(() => void take(data, base).then(resolve))),
    );
    autosave.change({ a: '1' });
    void autosave.flush();
    const stopped = autosave.stop();
    answers[0]?.();
    await stopped;
    autosave.flushOnLeave();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).toHaveBeenCalledOnce();
    expect(local.kept).toBeNull();
  });

  it('saves before the answers are submitted, and resumes when they were refused', async () => {
    const { autosave, save, states } = keeping();
    autosave.change({ a: '1' });
    expect(await autosave.finish()).toBe(true);
    expect(save).toHaveBeenCalledOnce();
    autosave.resume();
    autosave.change({ a: '2' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(save).toHaveBeenCalledTimes(2);
    expect(states.at(-1)?.kind).toBe('saved');
  });

  it('has nothing to save where nothing was changed', async () => {
    const { autosave, save } = keeping();
    expect(await autosave.finish()).toBe(true);
    autosave.resume();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).not.toHaveBeenCalled();
  });
});

describe('a draft that is changed in another place as well', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const base: DraftBase = { version: 1, data: { a: '1', b: '1' } };

  it('shows what came from there, without losing what is typed here meanwhile', async () => {
    const { autosave, shown, states } = keeping((data) => Promise.resolve(draftOf(3, { ...data, b: 'theirs' })), base);
    autosave.change({ a: 'mine', b: '1' });
    await vi.advanceTimersByTimeAsync(1000);
    expect(shown.data).toEqual({ a: 'mine', b: 'theirs' });
    expect(autosave.version).toBe(3);
    expect(states.at(-1)?.kind).toBe('saved');
  });

  it('asks where both changed a field, saves nothing until that is resolved, then what was chosen', async () => {
    const theirs = draftOf(2, { a: 'theirs', b: 'theirs' });
    const { autosave, save, states, local, shown } = keeping(
      (data, from) =>
        from.version === 1 ? Promise.reject(refusal(409, 'requests.draft-conflict', theirs)) : take(data, from),
      base,
    );
    autosave.change({ a: 'mine', b: '1', c: 'new' });
    await vi.advanceTimersByTimeAsync(1000);
    const fields = [{ name: 'a', mine: 'mine', theirs: 'theirs' }];
    expect(states.at(-1)).toEqual({ kind: 'conflict', fields });
    expect(shown.data).toEqual({ a: 'mine', b: 'theirs', c: 'new' });
    expect(local.kept).toEqual({ data: { a: 'mine', b: 'theirs', c: 'new' }, base });
    autosave.change({ a: 'mine still', b: 'theirs', c: 'new' });
    expect(await autosave.finish()).toBe(false);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(save).toHaveBeenCalledOnce();
    autosave.resolve({ a: 'theirs' });
    await vi.advanceTimersByTimeAsync(0);
    expect(save).toHaveBeenLastCalledWith(
      { a: 'theirs', b: 'theirs', c: 'new' },
      { version: 2, data: theirs.data },
      {},
    );
    expect(states.at(-1)?.kind).toBe('saved');
    expect(local.kept).toBeNull();
  });

  it('is not submitted before merged changes have been shown', async () => {
    const { autosave } = keeping((data) => Promise.resolve(draftOf(3, { ...data, b: 'theirs' })), base);
    autosave.change({ a: 'mine', b: '1' });
    expect(await autosave.finish()).toBe(false);
    expect(await autosave.finish()).toBe(true);
  });

  it('starts again only on request after it was deleted there', async () => {
    const { autosave, save, states, local } = keeping(
      (data, from) => (from.version === 0 ? take(data, from) : Promise.reject(refusal(409, 'requests.draft-gone'))),
      base,
    );
    autosave.change({ a: 'mine', b: '1' });
    await vi.advanceTimersByTimeAsync(60_000);
    expect(states.at(-1)).toEqual({ kind: 'gone' });
    expect(save).toHaveBeenCalledOnce();
    expect(local.kept?.data).toEqual({ a: 'mine', b: '1' });
    autosave.startOver();
    await vi.advanceTimersByTimeAsync(0);
    expect(save).toHaveBeenLastCalledWith({ a: 'mine', b: '1' }, NONE, {});
    expect(states.at(-1)?.kind).toBe('saved');
  });
});

const text = (more: Partial<RequestField> = {}): RequestField => ({
  'x-field': 'String',
  type: 'string',
  title: 'Text',
  ...more,
});
function schemaOf(properties: Record<string, RequestField>): RequestFormSchema {
  return { type: 'object', additionalProperties: false, required: [], 'x-order': Object.keys(properties), properties };
}

describe('answers merged', () => {
  it('have the changes of both, also where an answer was taken away', () => {
    expect(mergeAnswers({ a: '1', b: '1' }, { a: '2', b: '1' }, { a: '1' })).toEqual({
      merged: { a: '2' },
      conflicts: [],
    });
    expect(mergeAnswers({ a: ['x'] }, { a: ['x'], b: true }, { a: ['x'], b: true }).conflicts).toEqual([]);
  });

  it('name the fields that both changed differently', () => {
    expect(mergeAnswers({ a: '1' }, { a: '2', b: 'x' }, { b: 'y' })).toEqual({
      merged: { a: '2', b: 'x' },
      conflicts: ['b', 'a'],
    });
  });

  it('fit another version by name, type and options', () => {
    const from = schemaOf({ a: text(), b: text(), c: { ...text(), 'x-field': 'Select', enum: ['x', 'y'] } });
    const to = schemaOf({
      a: text(),
      b: { ...text(), 'x-field': 'Integer', type: 'integer' },
      c: { ...text(), 'x-field': 'Select', enum: ['y'] },
    });
    expect(carriedOver({ a: '1', b: '2', c: 'x', d: 'z' }, from, to)).toEqual({ a: '1' });
    expect(carriedOver({ c: 'y' }, null, to)).toEqual({ c: 'y' });
  });
});

describe('what the form starts with', () => {
  const version: OpenVersion = {
    id: 7,
    number: 1,
    costType: 'Free',
    schema: schemaOf({ a: text(), b: text() }),
    validator: '',
  };
  const draft = draftOf(2, { a: 'server', b: '1' });
  const local: LocalDraft = {
    formVersionId: 7,
    costType: 'Free',
    data: { a: 'browser', b: '1', gone: 'x' },
    base: { version: 2, data: { a: 'server', b: '1' } },
  };

  it('is empty without a draft', () => {
    expect(draftStart(null, [], version)).toMatchObject({ data: {}, base: NONE, isLocal: false, isMoved: false });
  });

  it('is the server’s draft where this browser has nothing that was not sent', () => {
    expect(draftStart(draft, [], version)).toMatchObject({ data: draft.data, base: { version: 2 }, isLocal: false });
    const stored = { ...local, data: draft.data, base: { version: 1, data: {} } };
    expect(draftStart(draft, [stored], version)).toMatchObject({ data: draft.data, isLocal: false, conflicts: [] });
  });

  it('has what this browser changed since, without deleted fields', () => {
    expect(draftStart(draft, [local], version)).toMatchObject({
      data: { a: 'browser', b: '1' },
      base: { version: 2, data: draft.data },
      isLocal: true,
      isMoved: false,
      conflicts: [],
    });
  });

  it('has the changes of each tab, and asks where two places changed the same', () => {
    const second = { ...local, data: { a: 'server', b: 'tab' } };
    expect(draftStart(draft, [local, second], version).data).toEqual({ a: 'browser', b: 'tab' });
    const behind = { ...local, base: { version: 1, data: { a: 'old', b: '1' } } };
    expect(draftStart(draft, [behind], version).conflicts).toEqual([{ name: 'a', mine: 'browser', theirs: 'server' }]);
  });

  it('is what this browser has where the draft was deleted', () => {
    expect(draftStart(null, [local], version)).toMatchObject({
      data: { a: 'browser', b: '1' },
      base: NONE,
      isLocal: true,
    });
  });

  it('says when the form has another version now', () => {
    expect(draftStart({ ...draft, formVersionId: 6 }, [], version).isMoved).toBe(true);
    expect(draftStart(null, [{ ...local, formVersionId: 6 }], version).isMoved).toBe(true);
  });
});
