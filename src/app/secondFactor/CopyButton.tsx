import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import type { CopyButtonProps } from '../../ui/CopyButton.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';

const LazyCopyButton = lazyComponent(() => import('../../ui/CopyButton.tsx').then((module) => module.CopyButton));

/** Few people set up a second factor: pages of others do not load it. */
export function CopyButton(props: CopyButtonProps) {
  return (
    <CodeBoundary>
      <LazyCopyButton {...props} />
    </CodeBoundary>
  );
}
