import { useId } from 'react';
import type { PairedDevice } from '../../../domain/calls/kiosk.ts';
import { callApi } from '../../app/callApi.ts';
import { setDevice } from '../../app/kioskStore.ts';
import { ensureModel } from '../../app/modelStore.ts';
import { useTextForm } from '../../app/useTextForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import { TextField } from '../../ui/TextField.tsx';

/** Makes the display an ordinary browser again. It takes the password of an administrator. */
export function UnpairDialog({ device, onClose }: { device: PairedDevice; onClose: () => void }) {
  const { field, submit, isRunning, message } = useTextForm({ username: '', currentPassword: '' }, async (body) => {
    await callApi('POST /api/kiosk/unpair', { body });
    setDevice(null);
    await ensureModel();
  });
  const form = useId();
  return (
    <Dialog
      title={`Unpair ${device.name}?`}
      width={560}
      answer={{ label: 'Unpair', busy: isRunning, form }}
      onClose={onClose}
    >
      <form id={form} className={layout.stack4} noValidate autoComplete="off" onSubmit={submit}>
        <p>It will no longer identify people. Only an administrator can unpair it.</p>
        {message !== null && <Banner tone="error">{message}</Banner>}
        <TextField label="Username of an administrator" autoComplete="off" maxLength={254} {...field('username')} />
        <TextField type="password" label="Password" autoComplete="off" maxLength={1024} {...field('currentPassword')} />
      </form>
    </Dialog>
  );
}
