import type { RecordPageProps } from '../../form/EditPage.tsx';
import { ShowPage } from '../../show/ShowPage.tsx';
import { InstanceActions } from './InstanceActions.tsx';

/** The page of a session: staff sign people up, and make links to a private one. */
export function InstancePage(props: RecordPageProps) {
  return <ShowPage {...props} actions={InstanceActions} />;
}
