import type { FieldType } from '../../../../../domain/requests/request-form.ts';
import { KindMenu } from '../../../editing/KindMenu.tsx';
import { FIELD_KINDS } from './fieldKinds.ts';

const KINDS = FIELD_KINDS.map(({ type, title, hint, icon }) => ({ key: type, title, hint, icon }));

/** All field types, each with a short description. */
export function AddFieldMenu({ onAdd }: { onAdd: (type: FieldType) => void }) {
  return <KindMenu label="Add a field" kinds={KINDS} onAdd={onAdd} />;
}
