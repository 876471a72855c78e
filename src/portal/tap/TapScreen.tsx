import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** Apart from the screen, so that pages of visitors do not load what both have. */
const TapPage = lazyComponent(() => import('./TapPage.tsx').then((module) => module.TapPage));

/** /tapStation/{centerId}. */
export function Screen() {
  return (
    <CodeBoundary>
      <TapPage />
    </CodeBoundary>
  );
}
