import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ClientResource } from '../../../domain/declarations/client-model.ts';
import type { Row } from '../../../domain/declarations/model.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { showToast } from '../../ui/toasts.ts';
import { singularInside, singularOf } from '../../app/resourceNames.ts';
import { dataProvider } from '../engine/dataProvider.ts';
import { Instant } from '../values/FieldValue.tsx';

export function DeletedNotice({ resource, row }: { resource: ClientResource; row: Row }) {
  const client = useQueryClient();
  const restore = useMutation({
    mutationFn: () => dataProvider.restore(resource.name, row['id'] as string | number),
    onSuccess: () => showToast(`${singularOf(resource)} restored`),
    onError: (error) => showToast(error.message, { tone: 'error' }),
    onSettled: () => client.invalidateQueries({ queryKey: [resource.name] }),
  });
  return (
    <Banner
      tone="warning"
      title={`This ${singularInside(resource)} is deleted`}
      actions={
        <Button variant="primary" icon="undo-2" busy={restore.isPending} onClick={() => restore.mutate()}>
          Restore
        </Button>
      }
    >
      Deleted on <Instant instant={String(row['deletedAt'])} />. It can be read here and restored.
    </Banner>
  );
}
