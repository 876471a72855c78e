import type { UnusedSetting } from '../../../../domain/calls/settings.ts';
import { api } from '../../../app/api.ts';
import { toastRefusal, useCommand } from '../../../app/useCommand.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import layout from '../../../ui/layout.module.css';
import { showToast } from '../../../ui/toasts.ts';
import styles from './settings.module.css';

export interface UnusedSettingsProps {
  settings: readonly UnusedSetting[];
  canDelete: boolean;
  onDeleted: () => Promise<void>;
}

/** Settings that an earlier version, or a later one, has left. */
export function UnusedSettings({ settings, canDelete, onDeleted }: UnusedSettingsProps) {
  const { run } = useCommand(async ({ id, key }: UnusedSetting) => {
    const isSure = await confirmModal({
      header: 'Delete this setting?',
      message: `${key} is not used by this version. Another version may need it.`,
      confirmButtonText: 'Delete',
    });
    if (!isSure) return;
    await api(`/api/systemSettings/${id}`, { method: 'DELETE' });
    await onDeleted();
    showToast(`${key} is deleted`);
  }, toastRefusal);
  return (
    <Card
      title="Not used by this version"
      description="Stored by another version of this site. They have no effect. You can delete them."
    >
      <ul className={layout.stack2}>
        {settings.map((setting) => (
          <li key={setting.id} className={styles.unused}>
            <code>{setting.key}</code>
            <span className={styles.value}>{setting.value ?? ''}</span>
            {canDelete && (
              <Button variant="quiet" size="small" onClick={() => void run(setting)}>
                Delete<span className="visually-hidden"> {setting.key}</span>
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Card>
  );
}
