import { useState } from 'react';
import { Button } from '../../../ui/Button.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';
import type { SpecialPageProps } from '../../frame/specialPages.ts';
import { ListPage } from '../../list/ListPage.tsx';

const ImportDialog = lazyComponent(() => import('./GrantImportDialog.tsx').then((module) => module.GrantImportDialog));

/** /admin/balanceManager: the list, and the import of a term's free quota. */
export function BalancesPage({ resource }: SpecialPageProps) {
  const [isImporting, setImporting] = useState(false);
  const canImport = resource.can.create && resource.actions.some(({ name }) => name === 'grant');
  return (
    <>
      <ListPage
        resource={resource}
        {...(canImport
          ? {
              actions: (
                <Button icon="upload" onClick={() => setImporting(true)}>
                  Import free quota
                </Button>
              ),
            }
          : {})}
      />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </>
  );
}
