import { Banner } from '../../ui/Banner.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';

/** Mails to the reader's address come back: what that means, and where that is mended. `isAtMessages`: beside what was not mailed. */
export function AddressFails({ isAtMessages = false }: { isAtMessages?: boolean }) {
  const check = <ButtonLink to="/myAccount/communicationSettings">Check the address</ButtonLink>;
  return (
    <Banner tone="warning" title="Your address bounces" role="none" {...(isAtMessages ? { actions: check } : {})}>
      {isAtMessages
        ? 'Mails to you come back, so none are sent anymore. You still find everything here.'
        : 'Mails to you come back, so none are sent anymore. What is sent to you is under My messages. Once you have logged in, the communication settings show how to correct the address, or to try it again.'}
    </Banner>
  );
}

export function NoAddress() {
  return (
    <Banner tone="warning" title="No mail can reach you" role="none">
      Your account has no email address. Whatever is sent to you is under My messages.
    </Banner>
  );
}
