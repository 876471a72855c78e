import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { useModel } from '../../app/useModel.ts';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import layout from '../../ui/layout.module.css';
import { showToast } from '../../ui/toasts.ts';
import type { StepProps } from './steps.ts';
import styles from './setup.module.css';

const SecondFactor = lazyComponent(() => import('../account/SecondFactor.tsx').then((module) => module.SecondFactor));
const KEY = 'logins.secondFactorRoles';

export function SecondFactorStep({ state: { hasSecondFactor, requiresSecondFactor }, onChange }: StepProps) {
  const { roles } = useModel();
  const { run, isRunning, message } = useCommand(async () => {
    const { settings } = await callApi('GET /api/systemSettings/declared');
    const stored = settings.find(({ key }) => key === KEY);
    const unlimited = roles.filter(({ capabilities }) => capabilities.includes('everything')).map(({ name }) => name);
    const value = [...new Set([...(Array.isArray(stored?.value) ? stored.value.map(String) : []), ...unlimited])];
    const changes = [{ key: KEY, value, version: stored?.row?.version ?? null }];
    await callApi('PUT /api/systemSettings/declared', { body: { changes } });
    showToast('Administrators need a second factor from now on.');
    await onChange();
  });
  return (
    <div className={layout.stack4}>
      <CodeBoundary>
        <SecondFactor onDone={onChange} />
      </CodeBoundary>
      {message !== null && <Banner tone="error">{message}</Banner>}
      {requiresSecondFactor && <p>Administrators need a second factor to log in.</p>}
      {!requiresSecondFactor && hasSecondFactor && (
        <div>
          <Button busy={isRunning} onClick={() => void run()}>
            Require it for administrators
          </Button>
        </div>
      )}
      <p className={styles.quiet}>
        You can also do this later, under Second factor in your account menu. Other roles that need one are under
        Settings, System settings.
      </p>
    </div>
  );
}
