import type { RequestField } from '../../../../../domain/requests/request-form.ts';
import type { ReorderItem } from '../../../editing/useReorder.ts';
import type { FormEditor } from './useFormEditor.tsx';

export interface FieldCardProps {
  name: string;
  index: number;
  editor: FormEditor;
  faults: Readonly<Record<string, string>>;
  isOpen: boolean;
  /** Not in any published version: its name may still change. */
  isNew: boolean;
  published: RequestField | undefined;
  onToggle: () => void;
  onRenamed: (name: string) => void;
  onMove: (step: -1 | 1) => void;
  onDuplicate: () => void;
  onRemove: () => void;
  placed: ReorderItem;
}

export interface SettingsProps extends FieldCardProps {
  field: RequestField;
}
