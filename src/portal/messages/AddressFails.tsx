import { Banner } from '../../ui/Banner.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';

/** Mails to the reader's address come back: what that means, and where that is mended. `isAtMessages`: beside what was not mailed. */
export function AddressFails({ isAtMessages = false }: { isAtMessages?: boolean }) {
  const check = <ButtonLink to="/myAccount/communicationSettings">Check the address</ButtonLink>;
  return (
    <Banner tone="warning" title="Your address bounces" role="none" {...(isAtMessages ? { actions: check } : {})}>
      {isAtMessages
        ? 'Emails to you are returned, so we stopped sending them. Your messages are all here.'
        : 'Emails to you are returned, so we stopped sending them. Your messages are under My messages. After logging in, correct the address or try it again in the communication settings.'}
    </Banner>
  );
}

export function NoAddress() {
  return (
    <Banner tone="warning" title="We cannot email you" role="none">
      Your account has no email address. Your messages are under My messages.
    </Banner>
  );
}
