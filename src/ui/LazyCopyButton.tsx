import { CodeBoundary } from './CodeBoundary.tsx';
import type { CopyButtonProps } from './CopyButton.tsx';
import { lazyComponent } from './lazyComponent.tsx';

const CopyButton = lazyComponent(() => import('./CopyButton.tsx').then((module) => module.CopyButton));

/** For pages on which few people copy anything: those of others do not load it. */
export function LazyCopyButton(props: CopyButtonProps) {
  return (
    <CodeBoundary>
      <CopyButton {...props} />
    </CodeBoundary>
  );
}
