import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import { FeedAddress, FeedPrograms } from './FeedAddress.tsx';

export interface SubscribeDialogProps {
  feeds: readonly { name: string; path: string }[];
  /** What a calendar program then shows. */
  lead: string;
  onClose: () => void;
}

export default function SubscribeDialog({ feeds, lead, onClose }: SubscribeDialogProps) {
  return (
    <Dialog title="Subscribe" onClose={onClose} closeButton width={560} cancel="Done">
      <div className={layout.stack4}>
        <p>{lead}</p>
        {feeds.map(({ name, path }) => (
          <section key={path} className={layout.stack2} aria-label={name}>
            {feeds.length > 1 && <h3>{name}</h3>}
            <FeedAddress path={path} name={name} isOneOfMany={feeds.length > 1} />
          </section>
        ))}
        <FeedPrograms />
      </div>
    </Dialog>
  );
}
