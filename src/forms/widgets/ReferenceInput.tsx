import { useEffect, useState } from 'react';
import { Combobox } from '../shared/Combobox.tsx';
import { useFormEnvironment } from '../shared/FormEnvironment.ts';
import type { Option } from '../shared/formServices.ts';
import { inputAttributes, type WidgetProps } from '../shared/widgetProps.ts';
import { PickedList } from './PickedList.tsx';

type Id = string | number;

/** Names of the referenced rows; "#12" until (or unless) a name is known. */
function useNamed(resource: string, ids: readonly Id[]): { named: Option[]; learn: (option: Option) => void } {
  const { services } = useFormEnvironment();
  const [known, setKnown] = useState<ReadonlyMap<Id, Option>>(new Map());
  const missing = JSON.stringify(ids.filter((id) => !known.has(id)));

  useEffect(() => {
    const wanted = JSON.parse(missing) as Id[];
    if (wanted.length === 0) return;
    let stale = false;
    services.lookup(resource, { ids: wanted }).then(
      (options) => {
        if (stale) return;
        const unnamed = wanted.map((id): Option => ({ value: id, label: `#${id}` }));
        setKnown(
          (before) =>
            new Map([...before, ...[...unnamed, ...options].map((option): [Id, Option] => [option.value, option])]),
        );
      },
      () => undefined,
    );
    return () => {
      stale = true;
    };
  }, [missing, resource, services]);

  const learn = (option: Option) => setKnown((before) => new Map(before).set(option.value, option));
  return { named: ids.map((id) => known.get(id) ?? { value: id, label: `#${id}` }), learn };
}

const isId = (value: unknown): value is Id => typeof value === 'string' || typeof value === 'number';

export function ReferenceInput(props: WidgetProps) {
  const { services } = useFormEnvironment();
  const resource = props.property['x-reference'] ?? '';
  const { named, learn } = useNamed(resource, isId(props.value) ? [props.value] : []);
  return (
    <Combobox
      input={inputAttributes(props)}
      listLabel={props.label}
      selected={named[0] ?? null}
      source={{
        search: (text) => services.lookup(resource, { q: text, filter: props.property['x-reference-filter'] }),
      }}
      placeholder="Type to search"
      onSelect={(option) => {
        if (option) learn(option);
        props.onChange(option?.value);
      }}
    />
  );
}

export function ReferencesInput(props: WidgetProps) {
  const { services } = useFormEnvironment();
  const resource = props.property.items?.['x-reference'] ?? '';
  const ids = Array.isArray(props.value) ? props.value.filter(isId) : [];
  const { named, learn } = useNamed(resource, ids);
  const set = (next: Id[]) => props.onChange(next.length > 0 ? next : undefined);
  return (
    <>
      <PickedList items={named} disabled={props.disabled} onRemove={(id) => set(ids.filter((one) => one !== id))} />
      <Combobox
        input={inputAttributes(props)}
        listLabel={props.label}
        selected={null}
        source={{
          search: async (text) => {
            const options = await services.lookup(resource, { q: text });
            return options.filter((option) => !ids.includes(option.value));
          },
        }}
        placeholder="Type to add"
        onSelect={(option) => {
          if (!option) return;
          learn(option);
          set([...ids, option.value]);
        }}
      />
    </>
  );
}
