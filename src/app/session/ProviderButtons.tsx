import { useEffect, useEffectEvent } from 'react';
import { providerLoginPath, type LoginWays } from '../../../domain/values/login-problems.ts';
import { buttonClass } from '../../ui/buttonClass.ts';
import { useStore } from '../createStore.ts';
import { modelStore } from '../modelStore.ts';
import { sessionStore } from '../sessionStore.ts';
import styles from './LoginForm.module.css';

const NONE: LoginWays = { providers: [], passwordsOf: 'everyone', newPasswords: null };

interface ProviderButtonsProps {
  /** Where a login leads back to. Null: to the page that the account begins with. */
  redirectFrom: string | null;
  isNewTab: boolean;
  onDone: () => void;
}

/** Plain links, because the login leads through the provider's own pages. */
export function ProviderButtons({ redirectFrom, isNewTab, onDone }: ProviderButtonsProps) {
  const { providers, passwordsOf } = useStore(modelStore).model?.login ?? NONE;
  if (providers.length === 0) return null;
  return (
    <div className={styles.providers}>
      {providers.map(({ name, label }) => (
        <a
          key={name}
          className={buttonClass({
            variant: passwordsOf === 'everyone' ? 'secondary' : 'primary',
            size: 'large',
            block: true,
          })}
          href={providerLoginPath(name, redirectFrom)}
          {...(isNewTab ? { target: '_blank' } : {})}
        >
          Log in with {label}
          {isNewTab && <span className="visually-hidden"> (opens a new tab)</span>}
        </a>
      ))}
      {isNewTab && <OtherTab onDone={onDone} />}
    </div>
  );
}

/** Goes on when someone has logged in in the tab that a button opened. */
function OtherTab({ onDone }: { onDone: () => void }) {
  const { isLoggedIn } = useStore(sessionStore);
  const goOn = useEffectEvent(onDone);
  useEffect(() => {
    if (isLoggedIn) goOn();
  }, [isLoggedIn]);
  return null;
}
