import { CoreAdminContext, type GetListParams, type QueryFunctionContext, type RaRecord } from 'ra-core';
import { useMemo, type ReactNode } from 'react';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import type { CommandInputsProps } from '../../actions/CommandInputs.tsx';
import { CommandInputsContext } from '../../actions/commandInputsContext.tsx';
import { PromptHost } from '../../app/dialogs/prompts.tsx';
import { queryClient } from '../../app/queryClient.ts';
import { useModel } from '../../app/useModel.ts';
import { useResources } from '../../app/useResources.ts';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { authProviderFor } from '../engine/authProvider.ts';
import { ConsoleContext, type ConsoleValue } from '../engine/consoleContext.ts';
import { dataProvider, type ConsoleDataProvider } from '../engine/dataProvider.ts';
import { usePathAdapter } from './pathAdapter.tsx';
import { CONSOLE_BASE } from '../engine/paths.ts';
import type { ListAddress } from '../list/listAddress.ts';
import type { LocalListQuery } from '../list/localList.ts';
import { stateStore } from '../engine/stateStore.ts';

const ConsoleInputs = lazyComponent(() => import('../engine/ConsoleInputs.tsx').then((module) => module.ConsoleInputs));
const renderInputs = (props: CommandInputsProps) => <ConsoleInputs {...props} />;

export interface ConsoleFrameProps {
  /** Whose pages the current path is one of; without it, of none. */
  resource?: ClientResource;
  /** Default: as react-admin writes it. */
  address?: ListAddress;
  /** The rows of a list whose `source` is not the resource's own. */
  getList?: (question: LocalListQuery) => Promise<{ data: Row[]; total: number }>;
  children: ReactNode;
}

/** react-admin without its layout, menu or login: data, rights, router and state for the pages inside. */
export function ConsoleFrame({ resource, address, getList, children }: ConsoleFrameProps) {
  const model = useModel();
  const resources = useResources();
  const routerProvider = usePathAdapter(resources, resource, address);
  const value = useMemo((): ConsoleValue => {
    const byName = new Map(resources.map((one) => [one.name, one]));
    return { model, resources, zone: model.site.timezone, resourceNamed: (name) => byName.get(name) };
  }, [model, resources]);
  const provider = useMemo(() => (getList ? withOwnList(getList) : dataProvider), [getList]);
  const authProvider = useMemo(() => authProviderFor(value.resourceNamed), [value]);
  return (
    <CoreAdminContext
      basename={CONSOLE_BASE}
      dataProvider={provider}
      authProvider={authProvider}
      queryClient={queryClient}
      routerProvider={routerProvider}
      store={stateStore}
    >
      <ConsoleContext value={value}>
        <CommandInputsContext value={renderInputs}>
          {children}
          <PromptHost isInner />
        </CommandInputsContext>
      </ConsoleContext>
    </CoreAdminContext>
  );
}

function withOwnList(getList: NonNullable<ConsoleFrameProps['getList']>): ConsoleDataProvider {
  return {
    ...dataProvider,
    getList: async <R extends RaRecord>(resource: string, params: GetListParams & QueryFunctionContext) => {
      const { meta, filter, sort, pagination } = params;
      if ((meta as { source?: unknown } | undefined)?.source === undefined || !sort || !pagination)
        return dataProvider.getList<R>(resource, params);
      const { data, total } = await getList({ filter: filter as LocalListQuery['filter'], sort, pagination });
      return { data: data as unknown as R[], total };
    },
  };
}
