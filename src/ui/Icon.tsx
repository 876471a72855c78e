import { useEffect, useRef, useSyncExternalStore, type ComponentProps } from 'react';
import type { IconName } from '../../domain/declarations/icons.ts';
import { currentDrawings, firstDrawings, onDrawingsChange, wantDrawing } from './iconDrawings.ts';

export interface IconProps {
  /** A name of domain/declarations/icons.ts; declarations contain it as plain text. */
  name: IconName | (string & {});
  size?: number;
  className?: string | undefined;
  /** Accessible name, only for an icon without adjacent text. */
  label?: string;
}

export function Icon({ name, size = 18, className, label }: IconProps) {
  const drawings = useSyncExternalStore(onDrawingsChange, currentDrawings, firstDrawings);
  const Drawing = drawings[name];
  const naming = label === undefined ? { 'aria-hidden': true as const } : { role: 'img', 'aria-label': label };
  if (Drawing === undefined)
    return <Undrawn key={name} name={name} width={size} height={size} className={className} {...naming} />;
  return (
    <Drawing
      size={size}
      strokeWidth={1.75}
      className={className}
      style={{ flex: 'none' }}
      focusable="false"
      {...naming}
    />
  );
}

/** Keeps what the document has drawn; otherwise the drawing is loaded. */
function Undrawn({ name, ...rest }: { name: string } & ComponentProps<'svg'>) {
  const svg = useRef<SVGSVGElement>(null);
  useEffect(() => {
    if (svg.current?.childElementCount === 0) wantDrawing(name);
  }, [name]);
  return <svg ref={svg} {...rest} suppressHydrationWarning dangerouslySetInnerHTML={NOTHING} />;
}

const NOTHING = { __html: '' };
