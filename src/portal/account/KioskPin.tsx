import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi, callQuery } from '../../app/callApi.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { useTextForm } from '../../app/useTextForm.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import layout from '../../ui/layout.module.css';
import { Page } from '../../ui/Page.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { showToast } from '../../ui/toasts.ts';

const pinQuery = callQuery('GET /api/account/kioskPin');

/** /myAccount/kioskPin: the PIN with which staff open staff pages at a kiosk, after their card. */
export function KioskPin() {
  const state = useQuery(pinQuery);
  return (
    <Page title="Kiosk PIN" lead="At a kiosk, your card and this PIN open staff pages." width="reading">
      <QueryView query={state} what="your PIN">
        {({ hasPin, isUseful }) => (
          <Card title={hasPin ? 'Change your PIN' : 'Set a PIN'}>
            {!isUseful && (
              <Banner role="none">Your roles do not open staff pages at kiosks, so you do not need a PIN.</Banner>
            )}
            <PinForm key={String(hasPin)} hasPin={hasPin} />
          </Card>
        )}
      </QueryView>
    </Page>
  );
}

function PinForm({ hasPin }: { hasPin: boolean }) {
  const client = useQueryClient();
  const { field, submit, isRunning, message } = useTextForm(
    { pin: '', currentPassword: '' },
    async ({ pin, currentPassword }) => {
      await callApi('PUT /api/account/kioskPin', { body: { currentPassword, pin: pin === '' ? null : pin } });
      showToast(pin === '' ? 'Your PIN is removed' : 'Your PIN is set');
      await client.invalidateQueries({ queryKey: pinQuery.queryKey });
    },
    { optional: hasPin ? ['pin'] : [] },
  );
  return (
    <form className={layout.stack4} noValidate onSubmit={submit}>
      {message !== null && <Banner tone="error">{message}</Banner>}
      <TextField
        label="PIN"
        type="password"
        inputMode="numeric"
        autoComplete="off"
        maxLength={6}
        help={hasPin ? 'Six digits. Leave it empty to remove your PIN.' : 'Six digits.'}
        {...field('pin')}
      />
      <TextField
        label="Current password"
        type="password"
        autoComplete="current-password"
        {...field('currentPassword')}
      />
      <Button type="submit" variant="primary" busy={isRunning}>
        {hasPin ? 'Save' : 'Set PIN'}
      </Button>
    </form>
  );
}
