import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { DeclaredSettings, SettingGroupForm } from '../../../../domain/calls/settings.ts';
import { callApi } from '../../../app/callApi.ts';
import { useUnsavedGuard } from '../../../app/unsaved.ts';
import { QueryView } from '../../../app/QueryView.tsx';
import { sectionId } from '../../../forms/sections.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { EmptyState } from '../../../ui/EmptyState.tsx';
import layout from '../../../ui/layout.module.css';
import { Page } from '../../../ui/Page.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { useFormServices } from '../../engine/formServices.ts';
import type { ResourcePageProps } from '../../frame/specialPages.ts';
import form from '../../form/form.module.css';
import { SaveBar } from '../../form/SaveBar.tsx';
import { SectionList } from '../../form/SectionList.tsx';
import { useSaveShortcut } from '../../form/useSaveShortcut.ts';
import { SettingField } from './SettingField.tsx';
import styles from './settings.module.css';
import { UnusedSettings } from './UnusedSettings.tsx';
import { useSettingsEditing } from './useSettingsEditing.ts';

const FORM = 'system-settings';
const LEAD = 'These apply to the whole site as soon as you save.';

/** All declared settings by group, saved together. */
export function SystemSettingsPage({ resource }: ResourcePageProps) {
  const [loaded, setLoaded] = useState<DeclaredSettings | null>(null);
  const query = useQuery({
    queryKey: ['systemSettings', 'declared'],
    queryFn: ({ signal }) => callApi('GET /api/systemSettings/declared', { signal }),
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
    enabled: loaded === null,
  });
  if (loaded === null && query.data && query.isFetchedAfterMount) setLoaded(query.data);
  if (loaded) return <SettingsForm resource={resource} initial={loaded} />;
  return (
    <Page title={resource.config.label} lead={LEAD}>
      <QueryView query={{ ...query, data: undefined }} what="the settings" lines={8} lineHeight={40}>
        {() => null}
      </QueryView>
    </Page>
  );
}

function SettingsForm({ resource, initial }: { resource: ClientResource; initial: DeclaredSettings }) {
  const editing = useSettingsEditing(initial);
  const services = useFormServices();
  const [search, setSearch] = useState('');
  useUnsavedGuard(editing.isDirty);
  useSaveShortcut(FORM);
  const place = useRef<HTMLDivElement>(null);
  const { base, faults, overtaken, refusal } = editing;
  useEffect(() => {
    // The first setting that needs another look.
    const [first] = [...Object.keys(faults), ...overtaken];
    const field = first === undefined ? null : place.current?.querySelector(`[data-setting="${CSS.escape(first)}"]`);
    field?.querySelector<HTMLElement>('input, select, textarea, button')?.focus();
  }, [faults, overtaken]);
  const settings = new Map(base.settings.map((setting) => [setting.key, setting]));
  const shown = base.groups.flatMap((group) => {
    const names = namesFound(group, search, [...Object.keys(faults), ...overtaken]);
    return names.length === 0 ? [] : [{ group, names }];
  });
  return (
    <Page title={resource.config.label} lead={LEAD}>
      <div className={form.columns}>
        <div>
          <div ref={place} className={layout.stack5}>
            <TextField
              label="Search settings"
              hideLabel
              type="search"
              placeholder="Search settings"
              value={search}
              onChange={(event) => setSearch(event.target.value)}
            />
            {refusal !== null && (
              <Banner tone="error" title="Not saved">
                {refusal}
              </Banner>
            )}
            {shown.map(({ group, names }) => (
              <Card
                key={group.name}
                id={sectionId(group.title)}
                title={group.title}
                {...(group.description === undefined ? {} : { description: group.description })}
              >
                {names.map((name) => (
                  <SettingField
                    key={name}
                    resource={resource}
                    group={group}
                    name={name}
                    setting={settings.get(`${group.name}.${name}`)!}
                    editing={editing}
                    services={services}
                  />
                ))}
              </Card>
            ))}
            {shown.length === 0 && (
              <EmptyState
                icon="search"
                title="No settings found"
                actions={<Button onClick={() => setSearch('')}>Show all settings</Button>}
              >
                Try another word from its name or description.
              </EmptyState>
            )}
            {base.unused.length > 0 && search === '' && (
              <UnusedSettings settings={base.unused} canDelete={resource.can.delete} onDeleted={editing.reload} />
            )}
          </div>
          {base.canUpdate && <SavingForm editing={editing} />}
        </div>
        <div className={form.beside}>
          <SectionList
            sections={shown.map(({ group, names }) => ({ section: group.title, fields: names, collapsed: false }))}
          />
        </div>
      </div>
    </Page>
  );
}

function SavingForm({ editing }: { editing: ReturnType<typeof useSettingsEditing> }) {
  return (
    <form
      id={FORM}
      className={styles.saving}
      onSubmit={(event) => {
        event.preventDefault();
        void editing.save();
      }}
    >
      <SaveBar state={editing.state} action="Save changes">
        {editing.takeBack !== null && (
          <Button variant="quiet" onClick={() => void editing.takeBack?.()}>
            Undo
          </Button>
        )}
        {editing.isDirty && (
          <Button variant="quiet" onClick={editing.discard}>
            Discard changes
          </Button>
        )}
      </SaveBar>
    </form>
  );
}

/** The settings of a group that have the words in their name, their help or their key; those that must be seen stay. */
function namesFound(group: SettingGroupForm, search: string, needed: readonly string[]): string[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return Object.entries(group.schema.properties).flatMap(([name, { title = name, description = '' }]) => {
    const key = `${group.name}.${name}`;
    const text = `${group.title} ${title} ${description} ${key}`.toLowerCase();
    return needed.includes(key) || words.every((word) => text.includes(word)) ? [name] : [];
  });
}
