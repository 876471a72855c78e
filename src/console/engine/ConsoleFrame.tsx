import { CoreAdminContext } from 'ra-core';
import { useMemo, type ReactNode } from 'react';
import type { ClientResource } from '../../../domain/model.ts';
import { queryClient } from '../../app/queryClient.ts';
import { useModel } from '../../app/useModel.ts';
import { useResources } from '../../app/useResources.ts';
import { authProviderFor } from './authProvider.ts';
import { ConsoleContext, type ConsoleValue } from './consoleContext.ts';
import { dataProvider } from './dataProvider.ts';
import { usePathAdapter } from './pathAdapter.tsx';
import { CONSOLE_BASE } from './paths.ts';
import type { ListAddress } from '../list/listAddress.ts';
import { stateStore } from './stateStore.ts';

export interface ConsoleFrameProps {
  resource: ClientResource;
  /** Default: as react-admin writes it. */
  address?: ListAddress;
  children: ReactNode;
}

/** react-admin without its layout, menu or login: data, rights, router and state for the pages inside. */
export function ConsoleFrame({ resource, address, children }: ConsoleFrameProps) {
  const model = useModel();
  const resources = useResources();
  const routerProvider = usePathAdapter(resources, resource, address);
  const value = useMemo((): ConsoleValue => {
    const byName = new Map(resources.map((one) => [one.name, one]));
    return { model, resources, zone: model.site.timezone, resourceNamed: (name) => byName.get(name) };
  }, [model, resources]);
  const authProvider = useMemo(() => authProviderFor(value.resourceNamed), [value]);
  return (
    <CoreAdminContext
      basename={CONSOLE_BASE}
      dataProvider={dataProvider}
      authProvider={authProvider}
      queryClient={queryClient}
      routerProvider={routerProvider}
      store={stateStore}
    >
      <ConsoleContext value={value}>{children}</ConsoleContext>
    </CoreAdminContext>
  );
}
