import { useNavigate } from 'react-router-dom';
import type { ClientResource } from '../../../../../domain/declarations/client-model.ts';
import { RecordDialog } from '../../../form/RecordDialog.tsx';
import { withNameOfTitle } from '../../../form/nameOfTitle.ts';

interface NewFormDialogProps {
  resource: ClientResource;
  groupId: number | null;
  taken: readonly string[];
  onClose: () => void;
}

/** Asks for what a form requires; everything else is set in the editor. */
export function NewFormDialog({ resource, groupId, taken, onClose }: NewFormDialogProps) {
  const navigate = useNavigate();
  const follow = withNameOfTitle(taken);
  return (
    <RecordDialog
      resource={resource}
      title="New form"
      saveLabel="Create form"
      fields={['title', 'name', 'groupId', 'forEvents', 'costType']}
      values={{ groupId, costType: 'Free' }}
      // Sign-up costs nothing.
      derive={(before, after) => follow(before, after['forEvents'] === true ? { ...after, costType: 'Free' } : after)}
      onSaved={([form]) => void navigate(`/requests/manage/form/${form?.id}`)}
      onClose={onClose}
    />
  );
}
