import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { linkTarget } from './links.ts';

export interface ContentLinkProps {
  /** As staff wrote it. */
  to: string;
  /** Also pages of this site and mail open in a new tab. */
  newTab?: boolean;
  className?: string | undefined;
  children: ReactNode;
}

/** A link that staff wrote: pages of this site open here, others in a new tab. The words alone where it leads nowhere. */
export function ContentLink({ to, newTab = false, className, children }: ContentLinkProps) {
  const target = linkTarget(to);
  if (target === null) return <span className={className}>{children}</span>;
  if (target.isPage && !newTab) return <Link to={target.href} className={className}>{children}</Link>;
  if (!target.isElsewhere && !newTab) return <a href={target.href} className={className}>{children}</a>;
  return (
    <a href={target.href} target="_blank" rel="noopener noreferrer" className={className}>
      {children}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
