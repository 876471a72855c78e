import { useEffect } from 'react';
import { iconUrl, imageFacts } from '../../../domain/values/images.ts';

export function useFavicon(file: string | null): void {
  useEffect(() => {
    const link = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
    if (link === null || file === null) return;
    const { href, type } = link;
    link.href = iconUrl(file);
    link.type = imageFacts(file)?.type === 'png' ? 'image/png' : 'image/webp';
    return () => {
      link.href = href;
      link.type = type;
    };
  }, [file]);
}
