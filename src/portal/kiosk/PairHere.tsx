import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeviceKind } from '../../../domain/calls/kiosk.ts';
import { callApi } from '../../app/callApi.ts';
import { setDevice } from '../../app/kioskStore.ts';
import { ensureModel } from '../../app/modelStore.ts';
import { rowsQuery } from '../../app/rows.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { setLoggedOut } from '../../app/sessionStore.ts';
import { useTextForm } from '../../app/useTextForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { SelectField } from '../../ui/SelectField.tsx';
import { TextField } from '../../ui/TextField.tsx';

export interface PairHereProps {
  kind: DeviceKind;
  /** Of the address: its center is chosen already. */
  locationId: number | null;
  centerId?: number;
}

/** An administrator who is logged in at the display confirms it, and is logged out. */
export function PairHere({ kind, locationId, centerId }: PairHereProps) {
  const centers = useQuery(rowsQuery('centers', { sort: 'name' }));
  return (
    <QueryView query={centers} what="the centers">
      {(rows) => {
        const first = rows.find((row) =>
          centerId === undefined ? row.locationId === locationId : row.id === centerId,
        );
        return rows.length === 0 ? (
          <p>There is no center yet. Create one under Manage Centers.</p>
        ) : (
          <PairForm kind={kind} centers={rows} chosen={first?.id ?? rows[0]?.id ?? 0} />
        );
      }}
    </QueryView>
  );
}

interface PairFormProps {
  kind: DeviceKind;
  centers: readonly { id: number; name: string }[];
  chosen: number;
}

function PairForm({ kind, centers, chosen }: PairFormProps) {
  const [center, setCenter] = useState(String(chosen));
  const { field, submit, isRunning, message } = useTextForm({ name: '' }, async ({ name }) => {
    const body = { kind, centerId: Number(center), name: name.trim() };
    const device = await callApi('POST /api/kiosk/pair', { body });
    setLoggedOut();
    setDevice(device);
    await ensureModel();
  });
  return (
    <form className={layout.stack4} noValidate onSubmit={submit}>
      <p>You will be logged out on this display. It will then show only kiosk pages.</p>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <SelectField
        label="Center"
        value={center}
        onChange={({ target }) => setCenter(target.value)}
        options={centers.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <TextField
        label="Name of the device"
        help="Where the display is, such as “Entrance”."
        maxLength={80}
        {...field('name')}
      />
      <Button type="submit" variant="primary" busy={isRunning}>
        Pair this display
      </Button>
    </form>
  );
}
