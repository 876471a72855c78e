import { useMutation } from '@tanstack/react-query';
import { callApi } from '../../../app/callApi.ts';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { CopyButton } from '../../../ui/CopyButton.tsx';
import layout from '../../../ui/layout.module.css';
import { LazyQrCode } from '../../../ui/LazyQrCode.tsx';
import type { PayTarget } from './payTarget.ts';

/** The code that staff scan, and the link for someone else who pays. */
export function DeskCode({ target: { params, key } }: { target: PayTarget }) {
  const { mutate, data, isPending, error } = useMutation({
    mutationFn: () =>
      callApi('POST /api/payment/:endpoint/:id/desk', { params, body: key === undefined ? {} : { key } }),
  });
  const text = 'Show a code to staff, or send a link to someone who will pay for you.';
  return (
    <Card title="At the desk or by someone else" description={text}>
      <div className={layout.stack3}>
        {data === undefined ? (
          <div>
            <Button icon="qr-code" busy={isPending} onClick={() => mutate()}>
              Show the code
            </Button>
          </div>
        ) : (
          <>
            <div style={{ maxInlineSize: '12rem' }}>
              <LazyQrCode text={data.code} label={`Code for the desk: ${data.code}`} />
            </div>
            <p>
              Code: <strong>{data.code}</strong>
            </p>
            <CopyButton text={`${window.location.origin}${data.path}`} label="Copy the link" />
          </>
        )}
        {error !== null && <p role="alert">{error.message}</p>}
      </div>
    </Card>
  );
}
