import { useState, type ReactNode } from 'react';
import { Button } from '../../ui/Button.tsx';
import { SegmentedChoice, type Segment } from '../../ui/SegmentedChoice.tsx';
import { useMedia } from '../../ui/useMedia.ts';
import { useShownPanes } from './EditorShell.tsx';
import layout from '../../ui/layout.module.css';
import styles from './shell.module.css';

export type PreviewTheme = 'light' | 'dark';

const THEMES = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
] as const;

/** The devices of most previews. */
export const DEVICES = [
  { value: 'desktop', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
] as const;

interface PreviewPaneProps<Device extends string> {
  devices: readonly Segment<Device>[];
  /** At first. Without it, the preview has the theme of the page around it. */
  theme?: PreviewTheme;
  /** The device whose preview looks the same in both themes. */
  unthemed?: Device;
  /** Above the choices. */
  lead?: ReactNode;
  /** Beside the choices. */
  tools?: ReactNode;
  children: (device: Device, theme: PreviewTheme) => ReactNode;
}

/** A preview on one of several devices, in either theme. Within an editor it can fill the page. */
export function PreviewPane<Device extends string>(props: PreviewPaneProps<Device>) {
  const { devices, theme: initial, unthemed, lead, tools, children } = props;
  const isSmall = useMedia('below-large');
  const [device, setDevice] = useState(() => {
    const start = devices.find(({ value }) => isSmall && value === 'phone') ?? devices[0];
    return start?.value as Device;
  });
  const [chosen, setTheme] = useState<PreviewTheme | null>(null);
  const theme = chosen ?? initial ?? 'light';
  return (
    <div className={layout.stack4}>
      {lead}
      <div className={styles.previewTools}>
        <SegmentedChoice label="Shown on" choices={devices} value={device} onChange={setDevice} />
        {initial !== undefined && device !== unthemed && (
          <SegmentedChoice label="Theme" choices={THEMES} value={theme} onChange={setTheme} />
        )}
        <SizeButton />
        {tools}
      </div>
      {children(device, theme)}
    </div>
  );
}

function SizeButton() {
  const panes = useShownPanes();
  if (panes === null || panes.isNarrow) return null;
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        icon={panes.isLarge ? 'chevron-right' : 'chevron-left'}
        onClick={() => panes.setIsLarge(!panes.isLarge)}
      >
        {panes.isLarge ? 'Smaller' : 'Larger'}
      </Button>
      {panes.isLarge && (
        <p className="visually-hidden" role="status">
          The preview fills the page. Choose Smaller to continue editing.
        </p>
      )}
    </>
  );
}
