import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** Apart from the screen, so that pages of visitors do not load what both have. */
const KioskPage = lazyComponent(() => import('./KioskPage.tsx').then((module) => module.KioskPage));

/** /kiosk and /kiosk/{locationId}. */
export function Screen() {
  return (
    <CodeBoundary>
      <KioskPage />
    </CodeBoundary>
  );
}
