import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { buttonClass } from '../../../ui/buttonClass.ts';
import { Icon } from '../../../ui/Icon.tsx';
import { useDismiss } from '../../../ui/useDismiss.ts';
import { createLazyModule, useLazyModule, whenIdle } from '../../lazyModule.ts';
import { megaMenuQuery } from './megaMenuQuery.ts';
import styles from './MegaMenu.module.css';

const panelModule = createLazyModule(() => import('./MegaMenuPanel.tsx'));

/** The button of the mega menu. The panel's code is prefetched when idle, its links when the user reaches for the button. */
export function MegaMenu() {
  const client = useQueryClient();
  const [isOpen, setIsOpen] = useState(false);
  const { module, hasFailed } = useLazyModule(panelModule, isOpen);
  const id = useId();
  const area = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => whenIdle(panelModule.load), []);
  const prefetch = () => {
    panelModule.load();
    void client.prefetchQuery(megaMenuQuery);
  };
  const close = (returnFocus: boolean) => {
    // Nothing outside of a modal sheet can be focused, so it is closed first.
    area.current?.querySelector('dialog')?.close();
    setIsOpen(false);
    if (returnFocus) button.current?.focus();
  };
  useDismiss(area, isOpen, close);
  return (
    <div ref={area} className={styles.area}>
      <button
        ref={button}
        type="button"
        className={`${buttonClass({ variant: 'quiet' })} ${styles.toggle}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        aria-controls={isOpen && module !== null ? id : undefined}
        onPointerEnter={prefetch}
        onPointerDown={prefetch}
        onFocus={prefetch}
        onClick={() => setIsOpen(!isOpen)}
      >
        <Icon name={isOpen ? 'x' : 'menu'} size={20} />
        <span className={styles.word}>Menu</span>
      </button>
      {isOpen && module !== null && <module.MegaMenuPanel id={id} close={close} />}
      {isOpen && hasFailed && (
        <p role="alert" className={styles.failed}>
          The menu could not be loaded. Check your connection and try again.
        </p>
      )}
    </div>
  );
}
