import { ListPage } from '../../list/ListPage.tsx';
import type { SpecialPageProps } from '../../engine/specialPages.ts';
import { EmptyState } from '../../../ui/EmptyState.tsx';

/** /admin/suppressedAddresses: where no mail goes. */
export function AddressList({ resource }: SpecialPageProps) {
  return (
    <ListPage
      resource={resource}
      slots={{
        lead: 'No mail goes to these addresses. An address that works again is deleted here; what was not sent is sent again in the list of mails.',
        emptyState: (
          <EmptyState icon="circle-check" title="Mails reach all addresses">
            An address comes here by itself when a mail server says that it does not exist, or when a mail comes back.
          </EmptyState>
        ),
      }}
    />
  );
}
