import { useEffect, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './classNames.ts';
import styles from './PreviewFrame.module.css';

export interface PreviewFrameProps {
  /** What is shown, for screen readers: its content itself is out of their reach. */
  title: string;
  /** Of the window inside, in px. It is drawn smaller where there is less room. */
  width: number;
  theme: 'light' | 'dark';
  className?: string | undefined;
  children: ReactNode;
}

/** The part inside is as high as its content; the body is at least as high as its window. */
const BLANK = '<!doctype html><html lang="en"><head></head><body inert><div></div></body></html>';

/**
 * What a page would look like in a window of another width: the children stand in a document of their own with the same style
 * sheets, so that rules by width hold. Nothing in it can be pressed or takes focus. Only in the browser.
 */
export function PreviewFrame({ title, width, theme, className, children }: PreviewFrameProps) {
  const box = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [part, setPart] = useState<HTMLElement | null>(null);
  const isStyled = useStyles(part);
  const room = useWidth(box);
  const height = useHeight(part);
  useEffect(() => {
    frame.current?.contentDocument?.documentElement.setAttribute('data-theme', theme);
  }, [part, theme]);
  const scale = room === 0 ? 1 : Math.min(1, room / width);
  return (
    <div ref={box} className={classNames(styles.box, className)} style={{ height: height * scale }}>
      <iframe
        ref={frame}
        title={title}
        srcDoc={BLANK}
        tabIndex={-1}
        scrolling="no"
        className={styles.frame}
        style={{ '--preview-scale': scale, width, height } as CSSProperties}
        onLoad={(event) => setPart(event.currentTarget.contentDocument?.querySelector('div') ?? null)}
      />
      {part !== null && isStyled && createPortal(<div className={styles.content}>{children}</div>, part)}
    </div>
  );
}

/** Gives the part's document the page's style sheets, also those that come later; true once the first of them are there. */
function useStyles(part: HTMLElement | null): boolean {
  const [styled, setStyled] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (part === null) return;
    const { head } = part.ownerDocument;
    const copy = (nodes: Iterable<Node>) => {
      const sheets = [...nodes].filter(isStyle).map((node) => part.ownerDocument.importNode(node, true));
      head.append(...sheets);
      return Promise.all(sheets.map(settled));
    };
    let isGone = false;
    // A font that comes after the words would not be taken any more.
    const loadFont = () => {
      const { fontSize, fontFamily } = getComputedStyle(part);
      return part.ownerDocument.fonts.load(`${fontSize} ${fontFamily}`).catch(() => []);
    };
    void copy(document.head.childNodes)
      .then(loadFont)
      .then(() => {
        if (!isGone) setStyled(part);
      });
    const observer = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => void copy(addedNodes)));
    observer.observe(document.head, { childList: true });
    return () => {
      isGone = true;
      observer.disconnect();
      head.replaceChildren();
    };
  }, [part]);
  return part !== null && styled === part;
}

/** Links of sheets that the document itself holds are disabled, and never come. */
function isStyle(node: Node): node is HTMLElement {
  return (
    node instanceof HTMLStyleElement ||
    (node instanceof HTMLLinkElement && node.rel === 'stylesheet' && !node.hasAttribute('disabled'))
  );
}

/** A sheet that does not come must not keep everything waiting. */
function settled(sheet: HTMLElement): Promise<void> {
  if (!('href' in sheet)) return Promise.resolve();
  return new Promise((resolve) => {
    sheet.addEventListener('load', () => resolve(), { once: true });
    sheet.addEventListener('error', () => resolve(), { once: true });
  });
}

function useWidth(box: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}

function useHeight(part: HTMLElement | null): number {
  const [height, setHeight] = useState(0);
  useEffect(() => {
    if (part === null) return;
    const observer = new ResizeObserver(() => setHeight(Math.ceil(part.getBoundingClientRect().height)));
    observer.observe(part);
    return () => observer.disconnect();
  }, [part]);
  return height;
}
