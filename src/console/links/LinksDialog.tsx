import type { ReactNode } from 'react';
import { QueryView, type ViewedQuery } from '../../app/QueryView.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import type { LinkCommand } from './useLinkCommand.ts';
import styles from './links.module.css';

interface LinksDialogProps<Link> {
  title: string;
  /** What a link is for. */
  lead: string;
  command: LinkCommand;
  query: ViewedQuery<Link[]>;
  /** Makes a link. */
  form: ReactNode;
  /** Accessible name of the list. */
  listLabel: string;
  none: string;
  item: (link: Link) => ReactNode;
  onClose: () => void;
}

/** Links that let somebody in who has no account, or sees no list of it: makes, lists and withdraws them. */
export function LinksDialog<Link>({ command, query, item, ...words }: LinksDialogProps<Link>) {
  const { title, lead, form, listLabel, none, onClose } = words;
  return (
    <Dialog title={title} onClose={onClose} closeButton width={640} cancel="Done">
      <div className={layout.stack4}>
        <p>{lead}</p>
        {command.refusal !== null && <Banner tone="error">{command.refusal}</Banner>}
        {form}
        <p className="visually-hidden" role="status">
          {command.announcement}
        </p>
        <QueryView query={query} what="the links" lines={2} empty={<p className={styles.quiet}>{none}</p>}>
          {(links) => (
            <ul className={styles.links} aria-label={listLabel}>
              {links.map(item)}
            </ul>
          )}
        </QueryView>
      </div>
    </Dialog>
  );
}

interface LinkItemProps {
  /** For whom it is. */
  name?: string;
  /** Null for a link that works no more. */
  address: string | null;
  facts: ReactNode;
  /** "the link for Ada" */
  of: string;
  /** "Revoke" */
  withdraw: string;
  busy: boolean;
  onWithdraw: () => void;
}

export function LinkItem({ name, address, facts, of, withdraw, busy, onWithdraw }: LinkItemProps) {
  return (
    <li>
      {name !== undefined && <strong>{name}</strong>}
      {address !== null && <code>{address}</code>}
      <span className={styles.quiet}>{facts}</span>
      {address !== null && (
        <span className={layout.toolbar2}>
          <CopyButton text={address} label="Copy" of={of} />
          <Button size="small" icon="trash-2" busy={busy} onClick={onWithdraw}>
            {withdraw}
            <span className="visually-hidden"> {of}</span>
          </Button>
        </span>
      )}
    </li>
  );
}
