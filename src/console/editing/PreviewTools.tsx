import type { ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SegmentedChoice, type Segment } from '../../ui/SegmentedChoice.tsx';
import type { EditorPanes } from './EditorShell.tsx';
import styles from './shell.module.css';

export type PreviewTheme = 'light' | 'dark';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

interface PreviewToolsProps<Device extends string> {
  devices: readonly Segment<Device>[];
  device: Device;
  onDevice: (device: Device) => void;
  /** Without it, the preview has the theme of the page around it. */
  theme?: { value: PreviewTheme; onChange: (theme: PreviewTheme) => void } | undefined;
  /** Without them, the preview has one size. */
  panes?: EditorPanes;
  children?: ReactNode;
}

export function PreviewTools<Device extends string>(props: PreviewToolsProps<Device>) {
  const { devices, device, onDevice, theme, panes, children } = props;
  return (
    <div className={styles.previewTools}>
      <SegmentedChoice label="Shown on" choices={devices} value={device} onChange={onDevice} />
      {theme && <SegmentedChoice label="Theme" choices={THEMES} {...theme} />}
      {panes && !panes.isNarrow && (
        <Button
          size="small"
          variant="quiet"
          icon={panes.isLarge ? 'chevron-right' : 'chevron-left'}
          onClick={() => panes.setIsLarge(!panes.isLarge)}
        >
          {panes.isLarge ? 'Smaller' : 'Larger'}
        </Button>
      )}
      {panes?.isLarge === true && (
        <p className="visually-hidden" role="status">
          The preview fills the page. Choose Smaller to continue editing.
        </p>
      )}
      {children}
    </div>
  );
}
