import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { DeviceKind, PairingCode } from '../../../domain/calls/kiosk.ts';
import { formatTime } from '../../../domain/values/formats.ts';
import { callApi } from '../../app/callApi.ts';
import { setDevice } from '../../app/kioskStore.ts';
import { useCommand } from '../../app/useCommand.ts';
import { useModel } from '../../app/useModel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import layout from '../../ui/layout.module.css';
import { ApiError } from '../../app/ApiError.ts';
import styles from './Kiosk.module.css';

/** Milliseconds between two questions whether an administrator has entered the code. */
const POLL = 5_000;

/** A code for the administrator's own browser. The display's token never leaves the display. */
export function PairByCode({ kind }: { kind: DeviceKind }) {
  const [code, setCode] = useState<PairingCode | null>(null);
  const [isExpired, setIsExpired] = useState(false);
  const { run, isRunning, refusal } = useCommand(async () => {
    setCode(await callApi('POST /api/kiosk/pairings', { body: { kind } }));
    setIsExpired(false);
  });
  return (
    <div className={layout.stack4}>
      {refusal !== null && <Banner tone="error">{refusal.message}</Banner>}
      {isExpired && <Banner tone="warning">The code has expired. Show a new one.</Banner>}
      {code === null ? (
        <>
          <p>An administrator enters the code of this display under Manage Centers.</p>
          <Button icon="link" busy={isRunning} onClick={() => void run()}>
            Show a code
          </Button>
        </>
      ) : (
        <ShownCode
          code={code}
          onExpired={() => {
            setCode(null);
            setIsExpired(true);
          }}
        />
      )}
    </div>
  );
}

function ShownCode({ code, onExpired }: { code: PairingCode; onExpired: () => void }) {
  const { site } = useModel();
  const { data: device, error } = useQuery({
    queryKey: ['pairing', code.code],
    // A query has data: null while no one has entered the code.
    queryFn: async () => (await callApi('POST /api/kiosk/pairings/claim')) ?? null,
    refetchInterval: POLL,
    refetchIntervalInBackground: true,
    retry: false,
    gcTime: 0,
  });
  const isExpired = error instanceof ApiError && error.status === 410;
  useEffect(() => {
    if (device != null) setDevice(device);
    else if (isExpired) onExpired();
  }, [device, isExpired, onExpired]);
  return (
    <>
      <p>Open Manage Centers in your own browser, choose the center, and enter this code:</p>
      <p className={styles.code} aria-live="polite">
        {code.code}
      </p>
      <p>It is valid until {formatTime(code.expiresAt, site.timezone)}.</p>
    </>
  );
}
