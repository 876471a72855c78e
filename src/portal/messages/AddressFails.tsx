import { Banner } from '../../ui/Banner.tsx';

/** Mails to the reader's address come back: what that means, and what to do. */
export function AddressFails() {
  return (
    <Banner tone="warning" title="Your address bounces" role="none">
      Mails to you come back, so none are sent any more. What is sent to you is under My messages. Ask the staff to
      correct the address of your account, or to try it again if it works by now.
    </Banner>
  );
}
