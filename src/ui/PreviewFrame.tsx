import { useEffect, useRef, useState, type CSSProperties, type ReactNode, type RefObject } from 'react';
import { createPortal } from 'react-dom';
import { classNames } from './classNames.ts';
import styles from './PreviewFrame.module.css';

export interface PreviewFrameProps {
  /** Description for screen readers; the content itself is inert. */
  title: string;
  /** Width of the inner window in px, scaled down where there is less room. */
  width: number;
  theme: 'light' | 'dark';
  className?: string | undefined;
  children: ReactNode;
}

/** The inner root is as high as its content; the body is at least as high as its window. */
const BLANK = '<!doctype html><html lang="en"><head></head><body inert><div></div></body></html>';

/** An iframe with the page's style sheets, so that media queries apply to its width. The content is inert. Browser only. */
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

function useStyles(part: HTMLElement | null): boolean {
  const [styled, setStyled] = useState<HTMLElement | null>(null);
  useEffect(() => {
    if (part === null) return;
    const { head } = part.ownerDocument;
    let isClosed = false;
    const copy = (nodes: Iterable<Node>) => {
      return Promise.all([...nodes].filter(isStyle).map(styleText)).then((texts) => {
        const sheets = texts.map((text) =>
          Object.assign(part.ownerDocument.createElement('style'), { textContent: text }),
        );
        if (!isClosed) head.append(...sheets);
      });
    };
    // Fonts that load after the text would not be applied.
    const loadFont = () => {
      const { fontSize, fontFamily } = getComputedStyle(part);
      return part.ownerDocument.fonts.load(`${fontSize} ${fontFamily}`).catch(() => []);
    };
    void copy(document.head.childNodes)
      .then(loadFont)
      .then(() => {
        if (!isClosed) setStyled(part);
      });
    const observer = new MutationObserver((changes) => changes.forEach(({ addedNodes }) => void copy(addedNodes)));
    observer.observe(document.head, { childList: true });
    return () => {
      isClosed = true;
      observer.disconnect();
      head.replaceChildren();
    };
  }, [part]);
  return part !== null && styled === part;
}

/** Disabled links duplicate inlined sheets and never load. */
function isStyle(node: Node): node is HTMLStyleElement | HTMLLinkElement {
  return (
    node instanceof HTMLStyleElement ||
    (node instanceof HTMLLinkElement && node.rel === 'stylesheet' && !node.hasAttribute('disabled'))
  );
}

/** A copy of a link would request its sheet again. One that fails to load must not block the preview. */
async function styleText(node: HTMLStyleElement | HTMLLinkElement): Promise<string> {
  if (node instanceof HTMLStyleElement) return node.textContent;
  if (node.sheet === null)
    await new Promise((resolve) => {
      for (const end of ['load', 'error']) node.addEventListener(end, resolve, { once: true });
    });
  return [...(node.sheet?.cssRules ?? [])].map(({ cssText }) => cssText).join('\n');
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
