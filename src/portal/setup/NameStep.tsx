import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useNavigate } from 'react-router-dom';
import type { DeclaredSettings } from '../../../domain/calls/settings.ts';
import { callApi, callQuery } from '../../app/callApi.ts';
import { loadModel } from '../../app/modelStore.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useCommand } from '../../app/useCommand.ts';
import { useModel } from '../../app/useModel.ts';
import { useUnsavedGuard } from '../../app/unsaved.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';
import layout from '../../ui/layout.module.css';
import { stepPath } from './steps.ts';
import styles from './setup.module.css';

export function NameStep() {
  const query = useQuery({ ...callQuery('GET /api/systemSettings/declared'), staleTime: 0, retry: false });
  return (
    <QueryView query={query} what="the settings" lines={2} lineHeight={72}>
      {(settings) => <NameForm settings={settings} onSaved={query.refetch} />}
    </QueryView>
  );
}

const FIELDS = [
  { key: 'site.name', label: 'Name of the site', help: 'In the header, in titles and in emails.' },
  { key: 'site.identityName', label: 'Name of the campus account', help: 'On the login page: “Use your … account.”' },
] as const;
const ZONE = 'site.timezone';
const KEYS = [...FIELDS.map(({ key }) => key), ZONE];

function NameForm({ settings: { settings, groups }, onSaved }: { settings: DeclaredSettings; onSaved: () => unknown }) {
  const { site } = useModel();
  const [stored, setStored] = useState<Record<string, string>>({
    'site.name': site.productName,
    'site.identityName': site.identityName,
    [ZONE]: site.timezone,
  });
  const [typed, setTyped] = useState(stored);
  const navigate = useNavigate();
  const allowLeaving = useUnsavedGuard(KEYS.some((key) => typed[key] !== stored[key]));
  const { run, isRunning, fieldErrors, message } = useCommand(async () => {
    const changes = KEYS.map((key) => ({
      key,
      value: typed[key]?.trim() || null,
      version: settings.find((one) => one.key === key)?.row?.version ?? null,
    }));
    await callApi('PUT /api/systemSettings/declared', { body: { changes } });
    await Promise.all([loadModel(), onSaved()]);
    setStored(typed);
    allowLeaving();
    await navigate(stepPath('place'));
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void run();
  };
  return (
    <form className={layout.stack4} noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      {FIELDS.map(({ key, label, help }) => (
        <TextField
          key={key}
          label={label}
          help={help}
          maxLength={60}
          value={typed[key] ?? ''}
          error={fieldErrors[key] ?? null}
          onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
        />
      ))}
      <SelectField
        label="Time zone"
        help={`For today’s date and all times. This device is in ${Intl.DateTimeFormat().resolvedOptions().timeZone}.`}
        options={zonesOf(groups).map((zone) => ({ value: zone, label: zone }))}
        value={typed[ZONE] ?? ''}
        error={fieldErrors[ZONE] ?? null}
        onChange={(event) => setTyped({ ...typed, [ZONE]: event.target.value })}
      />
      <div className={styles.row}>
        <Button type="submit" variant="primary" busy={isRunning}>
          {isRunning ? 'Saving' : 'Save and continue'}
        </Button>
        <ButtonLink to="/admin/siteSettings" variant="quiet">
          Logos and banners
        </ButtonLink>
      </div>
    </form>
  );
}

/** The zones that the server knows. */
function zonesOf(groups: DeclaredSettings['groups']): string[] {
  const zone = groups.find(({ name }) => name === 'site')?.schema.properties['timezone'];
  return (zone?.enum ?? []).map(String);
}
