import { useMemo, useState } from 'react';
import { sameJson, type Json } from '../../../../domain/values/json.ts';
import type { DeclaredSettings, SettingChange, SettingState } from '../../../../domain/calls/settings.ts';
import { ApiError, isUnreachable } from '../../../app/ApiError.ts';
import { loadModel } from '../../../app/modelStore.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { clock } from '../../../ui/clock.ts';
import { saveStateOf, type SaveState } from '../../form/SaveBar.tsx';
import { callApi } from '../../../app/callApi.ts';

/** What is typed for a setting. Nothing typed, or `isReset`: the default is to hold again. */
export interface SettingEdit {
  value: Json;
  isReset: boolean;
}
type Edits = Readonly<Record<string, SettingEdit>>;

const NO_FAULTS: Readonly<Record<string, string>> = {};
const UNREACHED = 'The server could not be reached. Your changes are still here. Save again when you are back online.';

export interface SettingsEditing {
  base: DeclaredSettings;
  /** Of every setting that was touched. */
  edits: Edits;
  /** Those whose edit would change something. */
  changed: readonly string[];
  isDirty: boolean;
  state: SaveState;
  /** The server's messages by key; a new object for each refusal. */
  faults: Readonly<Record<string, string>>;
  /** Why nothing was saved, in a sentence. */
  refusal: string | null;
  /** Keys of edited settings that another user changed since they were read. */
  overtaken: readonly string[];
  change: (key: string, value: Json) => void;
  /** Lets the default hold again. */
  reset: (key: string, value: Json) => void;
  /** Takes back what is typed for a setting. */
  forget: (key: string) => void;
  discard: () => void;
  /** Takes back what was saved last; null where nothing was, or something else is typed. */
  takeBack: (() => Promise<void>) | null;
  save: () => Promise<void>;
  reload: () => Promise<void>;
}

/** Edits all settings together: changed ones are sent together, each against the version that was read. */
export function useSettingsEditing(initial: DeclaredSettings): SettingsEditing {
  const { base, settings, savedAt, setSavedAt, read, write } = useStoredSettings(initial);
  const [edits, setEdits] = useState<Edits>({});
  const [changesBack, setChangesBack] = useState<SettingChange[] | null>(null);
  const [overtaken, setOvertaken] = useState<readonly string[]>([]);
  const changed = Object.entries(edits).flatMap(([key, edit]) => (isChange(settings.get(key), edit) ? [key] : []));
  const isDirty = changed.length > 0;
  const edit = (key: string, next: SettingEdit) => setEdits((all) => ({ ...all, [key]: next }));

  const saving = useCommand(async (undone: SettingChange[] | null) => {
    setOvertaken([]);
    if (undone !== null) {
      await write(undone);
      return setChangesBack(null);
    }
    const changes = changed.map((key) => changeOf(key, edits[key], settings.get(key)));
    try {
      const saved = await write(changes);
      setEdits({});
      setChangesBack(changesBackTo(base, saved, changed));
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 412) throw error;
      // Another user changed some of the settings: shows their values.
      const moved = movedKeys(await read(), settings);
      setOvertaken(moved.filter((key) => changed.includes(key)));
    }
  });
  const faults = (saving.refusal?.problem.errors as SettingsEditing['faults'] | undefined) ?? NO_FAULTS;
  const refusal = saving.refusal && refusalText(saving.refusal, Object.keys(faults).length);

  return {
    ...{ base, edits, changed, isDirty, faults, refusal, overtaken },
    state: saveStateOf({
      ...{ isDirty, savedAt },
      isSaving: saving.isRunning,
      hasFailed: refusal !== null || overtaken.length > 0,
    }),
    change: (key, value) => edit(key, { value, isReset: false }),
    reset: (key, value) => edit(key, { value, isReset: true }),
    forget: (key) => setEdits(({ [key]: _, ...others }) => others),
    discard: () => {
      setEdits({});
      setOvertaken([]);
      saving.reset();
    },
    takeBack: changesBack === null || isDirty ? null : () => saving.run(changesBack),
    reload: async () => void (await read()),
    save: async () => {
      if (isDirty) await saving.run(null);
      else setSavedAt(clock.date());
    },
  };
}

function useStoredSettings(initial: DeclaredSettings) {
  const [base, setBase] = useState(initial);
  const [savedAt, setSavedAt] = useState<Date | null>(null);
  const settings = useMemo(() => new Map(base.settings.map((setting) => [setting.key, setting])), [base]);
  return {
    ...{ base, settings, savedAt, setSavedAt },
    read: async (): Promise<DeclaredSettings> => {
      const fresh = await callApi('GET /api/systemSettings/declared');
      setBase(fresh);
      return fresh;
    },
    write: async (changes: SettingChange[]): Promise<DeclaredSettings> => {
      const saved = await callApi('PUT /api/systemSettings/declared', { body: { changes } });
      setBase(saved);
      // Pages show times in the zone that may have changed.
      void loadModel();
      setSavedAt(clock.date());
      return saved;
    },
  };
}

function changeOf(key: string, edit: SettingEdit | undefined, setting: SettingState | undefined): SettingChange {
  return { key, value: editedValue(edit), version: setting?.row?.version ?? null };
}

function movedKeys(fresh: DeclaredSettings, known: ReadonlyMap<string, SettingState>): string[] {
  const moved = fresh.settings.filter(({ key, row }) => row?.version !== known.get(key)?.row?.version);
  return moved.map(({ key }) => key);
}

/** Restores the former values, unless another user changed one since. */
function changesBackTo(before: DeclaredSettings, saved: DeclaredSettings, keys: readonly string[]): SettingChange[] {
  return keys.map((key) => {
    const was = before.settings.find((setting) => setting.key === key);
    const version = saved.settings.find((setting) => setting.key === key)?.row?.version ?? null;
    return { key, value: was?.row?.isSet === true ? was.value : null, version };
  });
}

function refusalText(refusal: ApiError, faults: number): string {
  if (isUnreachable(refusal)) return UNREACHED;
  if (faults === 0) return refusal.message;
  return faults === 1 ? 'One setting needs a correction.' : `${faults} settings need a correction.`;
}

/** As it is sent: null where the default is to hold. */
function editedValue(edit: SettingEdit | undefined): Json {
  return edit === undefined || edit.isReset || edit.value === '' ? null : edit.value;
}

function isChange(setting: SettingState | undefined, edit: SettingEdit): boolean {
  const value = editedValue(edit);
  if (!setting) return false;
  return value === null ? setting.row?.isSet === true : !sameJson(value, setting.value);
}
