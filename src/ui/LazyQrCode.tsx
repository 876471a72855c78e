import { Suspense } from 'react';
import { lazyComponent } from './lazyComponent.tsx';

const QrCode = lazyComponent(() => import('./QrCode.tsx').then((module) => module.QrCode));

/** A QR code on a page that most people leave without one: its encoder is loaded on first use. */
export function LazyQrCode(props: { text: string; label: string }) {
  return (
    <Suspense fallback={<span />}>
      <QrCode {...props} />
    </Suspense>
  );
}
