import { formatHour, formatInstant, formatNumber } from '../../../../domain/values/formats.ts';
import { Fragment, useMemo } from 'react';
import { Link } from 'react-router-dom';
import type { ClientResource } from '../../../../domain/declarations/client-model.ts';
import type { Json } from '../../../../domain/values/json.ts';
import type { PropertySchema } from '../../../../domain/declarations/schemas.ts';
import type { SettingGroupForm, SettingState } from '../../../../domain/calls/settings.ts';
import type { FormSchema } from '../../../forms/shared/formSchema.ts';
import type { FormData, FormServices } from '../../../forms/shared/formServices.ts';
import { SchemaForm } from '../../../forms/SchemaForm.tsx';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Chip } from '../../../ui/Chip.tsx';
import { useConsole } from '../../engine/consoleContext.ts';
import { showPath } from '../../engine/paths.ts';
import styles from './settings.module.css';
import type { SettingsEditing } from './useSettingsEditing.ts';

export interface SettingFieldProps {
  resource: ClientResource;
  group: SettingGroupForm;
  name: string;
  setting: SettingState;
  editing: SettingsEditing;
  services: FormServices;
}

/** One setting: its input, its default, where it applies, and who set it. */
export function SettingField(props: SettingFieldProps) {
  const { group, name, setting, editing, services } = props;
  const { zone } = useConsole();
  const property = group.schema.properties[name]!;
  const schema = useMemo(
    (): FormSchema =>
      ({
        type: 'object',
        required: property.default === undefined ? [] : [name],
        properties: { [name]: property },
      }) as FormSchema,
    [name, property],
  );
  const { key } = setting;
  const edit = editing.edits[key];
  const isEdited = editing.changed.includes(key);
  const value = edit === undefined ? setting.value : edit.value;
  const data = useMemo((): FormData => (value === null ? {} : { [name]: value }), [name, value]);
  const fault = editing.faults[key] ?? (isEdited ? undefined : (setting.row?.fault ?? undefined));
  const errors = useMemo(() => (fault === undefined ? {} : { [name]: fault }), [name, fault]);
  return (
    <div className={styles.setting} data-setting={key}>
      {editing.overtaken.includes(key) && (
        <Banner tone="warning" title="Changed by someone else">
          {setting.row?.updatedBy ?? 'Someone'} set it to {settingWords(property, setting.value)}. Save again to replace
          that.
        </Banner>
      )}
      <SchemaForm
        schema={schema}
        validatorUrl={null}
        data={data}
        // An empty list is a value of its own.
        onChange={(form) => editing.change(key, (form[name] ?? (property.type === 'array' ? [] : null)) as Json)}
        onSubmit={() => void editing.save()}
        serverErrors={errors}
        isRefusalShown
        hasSummary={false}
        services={services}
        timezone={zone}
        disabled={!editing.base.canUpdate}
      />
      <SettingFacts {...props} property={property} isEdited={isEdited} />
    </div>
  );
}

interface SettingFactsProps extends SettingFieldProps {
  property: PropertySchema;
  isEdited: boolean;
}

function SettingFacts({ resource, group, name, setting, editing, property, isEdited }: SettingFactsProps) {
  const { zone } = useConsole();
  const { key } = setting;
  const bounds = boundsWords(property);
  const places = group.where[name] ?? [];
  return (
    <div className={styles.facts}>
      {isEdited && <Chip tone="yellow">Not saved</Chip>}
      <span>Default: {settingWords(property, property.default ?? null)}</span>
      {bounds !== null && <span>{bounds}</span>}
      {setting.row !== null && (
        <span>
          {setting.row.isSet ? 'Set' : 'Reset'}
          {setting.row.updatedBy === null ? '' : ` by ${setting.row.updatedBy}`},{' '}
          {formatInstant(setting.row.updatedAt, zone)}
        </span>
      )}
      {setting.row !== null && resource.can.history && (
        <Link to={showPath(resource, setting.row.id)} aria-label={`History of ${propertyTitle(property, name)}`}>
          History
        </Link>
      )}
      {places.length > 0 && (
        <span>
          Applies to{' '}
          {places.map(({ label, to }, index) => (
            <Fragment key={to}>
              {index > 0 && ', '}
              <Link to={to}>{label}</Link>
            </Fragment>
          ))}
        </span>
      )}
      {isEdited ? (
        <Button variant="quiet" size="small" onClick={() => editing.forget(key)}>
          Undo<span className="visually-hidden"> the change of {propertyTitle(property, name)}</span>
        </Button>
      ) : (
        setting.row?.isSet === true &&
        editing.base.canUpdate && (
          <Button variant="quiet" size="small" onClick={() => editing.reset(key, property.default ?? null)}>
            Reset to default<span className="visually-hidden"> for {propertyTitle(property, name)}</span>
          </Button>
        )
      )}
    </div>
  );
}

function propertyTitle(property: PropertySchema, name: string): string {
  return property.title ?? name;
}

/** A setting's value in a few words. */
function settingWords(schema: PropertySchema, value: Json): string {
  if (value === null || value === '') return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value === 'number') return schema['x-hour'] === undefined ? formatNumber(value) : formatHour(value);
  if (typeof value === 'string') return schema['x-labels']?.[value] ?? value.replaceAll('_', ' ');
  if (Array.isArray(value)) return value.length === 0 ? 'none' : value.map(entryName).join(', ');
  return JSON.stringify(value);
}

/** What a number may be; null where that is not said. */
function boundsWords({ minimum, maximum, ...schema }: PropertySchema): string | null {
  if (minimum === undefined || maximum === undefined || schema['x-hour'] !== undefined) return null;
  return `${formatNumber(minimum)} to ${formatNumber(maximum)}`;
}

/** Of an entry: its name where it has one. */
function entryName(entry: Json): string {
  if (typeof entry !== 'object' || entry === null || Array.isArray(entry)) return String(entry);
  const { name } = entry as Record<string, Json>;
  return typeof name === 'string' ? name : JSON.stringify(entry);
}
