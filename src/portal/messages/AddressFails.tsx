import type { ReactNode } from 'react';
import { Banner } from '../../ui/Banner.tsx';

/** Mails to the reader's address come back: what that means, and where that is mended. */
export function AddressFails({ actions }: { actions?: ReactNode }) {
  return (
    <Banner tone="warning" title="Your address bounces" role="none" {...(actions === undefined ? {} : { actions })}>
      Mails to you come back, so none are sent any more. What is sent to you is under My messages. The communication
      settings, once you have logged in, show how to correct the address, or to try it again if it works by now.
    </Banner>
  );
}
