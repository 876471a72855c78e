import { useEffect, useId, useRef, useState, type KeyboardEvent, type PointerEvent } from 'react';
import type { MenuEntry } from '../../../domain/declarations/site.ts';
import { classNames } from '../../ui/classNames.ts';
import { Icon } from '../../ui/Icon.tsx';
import { useDismiss } from '../../ui/useDismiss.ts';
import { createLazyModule, useLazyModule, whenIdle } from '../lazyModule.ts';
import { MenuBadge, useMenuName } from './MenuBadge.tsx';
import styles from './SideBar.module.css';

/** Hover delays, so that a pointer crossing a section does not open it and one moving to the flyout does not close it. */
const OPEN_AFTER = 90;
const CLOSE_AFTER = 220;

const flyoutModule = createLazyModule(() => import('./SideBarFlyout.tsx'));

interface SideBarSectionProps {
  section: MenuEntry;
  isOpenSection: boolean;
  current: MenuEntry | null;
}

export function SideBarSection({ section, isOpenSection, current }: SideBarSectionProps) {
  const [open, setOpen] = useState<Open>('no');
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const name = useMenuName(section);
  const pointing = usePointing(setOpen);
  const close = (returnFocus: boolean) => {
    setOpen('no');
    if (returnFocus) button.current?.focus();
  };
  useDismiss(area, open !== 'no', close);
  const { module } = useLazyModule(flyoutModule, open !== 'no');
  useEffect(() => whenIdle(flyoutModule.load), []);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowRight' && open === 'no') {
      event.preventDefault();
      setOpen('entered');
    }
  };
  return (
    <div ref={area} {...pointing}>
      <button
        ref={button}
        type="button"
        className={classNames(styles.item, isOpenSection && styles.open)}
        aria-label={name}
        aria-expanded={open !== 'no'}
        aria-controls={open === 'no' || module === null ? undefined : id}
        onClick={() => setOpen(open === 'no' || open === 'hover' ? 'held' : 'no')}
        onKeyDown={onKeyDown}
      >
        <Icon name={section.icon ?? 'circle'} size={22} />
        {section.label}
        <MenuBadge entry={section} isOnIcon />
      </button>
      {open !== 'no' && module !== null && (
        <module.SideBarFlyout
          id={id}
          anchor={button}
          section={section}
          current={current}
          isEntered={open === 'entered'}
          close={close}
        />
      )}
    </div>
  );
}

/** held: opened by a press; entered: opened by keyboard, with focus on the first entry. */
type Open = 'no' | 'hover' | 'held' | 'entered';
type Opening = (open: Open) => Open;

/** Opens on mouse hover and closes on leave; touch and keyboard use the button. */
function usePointing(setOpen: (change: Opening) => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const later = (event: PointerEvent, wait: number, change: Opening) => {
    clearTimeout(timer.current);
    if (event.pointerType === 'mouse') timer.current = setTimeout(() => setOpen(change), wait);
  };
  return {
    onPointerEnter: (event: PointerEvent) => later(event, OPEN_AFTER, (open) => (open === 'no' ? 'hover' : open)),
    onPointerLeave: (event: PointerEvent) => later(event, CLOSE_AFTER, () => 'no'),
  };
}
