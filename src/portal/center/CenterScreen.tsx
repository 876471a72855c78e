import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

/** Apart from the screen, so that pages of visitors do not load what both have. */
const CenterPage = lazyComponent(() => import('./CenterPage.tsx').then((module) => module.CenterPage));

/** /centers/view/{id}. */
export function Screen() {
  return (
    <CodeBoundary>
      <CenterPage />
    </CodeBoundary>
  );
}
