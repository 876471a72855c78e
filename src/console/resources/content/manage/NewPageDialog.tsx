import { useNavigate } from 'react-router-dom';
import type { ClientResource } from '../../../../../domain/declarations/client-model.ts';
import type { NewPage, PageListEntry } from '../../../../../domain/calls/page-editor.ts';
import { callApi } from '../../../../app/callApi.ts';
import { RecordDialog } from '../../../form/RecordDialog.tsx';
import { nameOfTitle, withNameOfTitle } from '../../../form/nameOfTitle.ts';

interface NewPageDialogProps {
  pages: ClientResource;
  /** The page whose content is copied; null for an empty page. */
  source: PageListEntry | null;
  /** Names in use. */
  taken: readonly string[];
  onClose: () => void;
}

/** Asks for what a page requires; everything else is set in the editor. */
export function NewPageDialog({ pages, source, taken, onClose }: NewPageDialogProps) {
  const navigate = useNavigate();
  const title = source && `${source.title} (copy)`;
  return (
    <RecordDialog
      resource={pages}
      title={source ? `Duplicate “${source.title}”` : 'New page'}
      saveLabel={source ? 'Duplicate page' : 'Create page'}
      lead={
        source && (
          <p>
            The copy has the same text and cards. It starts unpublished and outside the navigation; publication times,
            former addresses and draft links are not copied.
          </p>
        )
      }
      fields={source ? ['title', 'name'] : ['title', 'name', 'type']}
      values={title === null ? {} : { title, name: nameOfTitle(title, taken) }}
      derive={withNameOfTitle(taken)}
      check={({ name }) => (taken.includes(String(name)) ? { name: 'Another page has this address' } : {})}
      write={async ({ title, name, type }) => {
        const body = { title, name, ...(source ? { copyOf: source.id } : { type }) } as NewPage;
        const page = await callApi('POST /api/content/pages', { body });
        await navigate(`/content/managecards/${encodeURIComponent(page.name)}`);
        return [];
      }}
      onSaved={() => undefined}
      onClose={onClose}
    />
  );
}
