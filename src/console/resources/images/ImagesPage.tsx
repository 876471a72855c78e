import type { RecordPageProps } from '../../form/EditPage.tsx';
import { ListPage } from '../../list/ListPage.tsx';
import { UploadPictures } from './UploadPictures.tsx';

/** The image library: its list and the upload button. */
export function ImagesPage({ resource }: RecordPageProps) {
  if (!resource.can.update) return <ListPage resource={resource} />;
  return <UploadPictures>{(button) => <ListPage resource={resource} mainAction={button} />}</UploadPictures>;
}
