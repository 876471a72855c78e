import { useModel } from '../useModel.ts';
import { useSession } from '../useSession.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { LazyCopyButton } from '../../ui/LazyCopyButton.tsx';
import layout from '../../ui/layout.module.css';
import styles from './SecondFactor.module.css';

/** New ones, which are never shown again. */
export function RecoveryCodes({ codes, onSaved }: { codes: readonly string[]; onSaved: () => void }) {
  const { userName } = useSession();
  const { site } = useModel();
  return (
    <div className={layout.stack4}>
      <Banner tone="success" role="status">
        Your account has a second factor. Save these recovery codes now: they are not shown again.
      </Banner>
      <p>Each code logs you in once, if you do not have your phone. Keep them where only you can read them.</p>
      <div data-print>
        <p className={styles.onPaper}>
          Recovery codes of {userName} for {site.productName}. Each works once.
        </p>
        <ul className={styles.codes} aria-label="Recovery codes">
          {codes.map((code) => (
            <li key={code}>
              <code>{code}</code>
            </li>
          ))}
        </ul>
      </div>
      <div className={layout.toolbar2}>
        <LazyCopyButton text={codes.join('\n')} label="Copy codes" size="medium" />
        <Button icon="printer" onClick={() => window.print()}>
          Print
        </Button>
        <Button variant="primary" onClick={onSaved}>
          I have saved them
        </Button>
      </div>
    </div>
  );
}
