import { useQuery, useQueryClient, type QueryKey } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { QueryView } from '../../app/QueryView.tsx';
import { useCommand } from '../../app/useCommand.ts';
import { useModel } from '../../app/useModel.ts';
import { defaultsOf, type FormSchema } from '../../forms/shared/formSchema.ts';
import { NO_SERVICES, type FormData } from '../../forms/shared/formServices.ts';
import { SchemaForm } from '../../forms/SchemaForm.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { Button } from '../../ui/Button.tsx';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import layout from '../../ui/layout.module.css';
import styles from './links.module.css';

interface ListedLink {
  /** Its recipient or subject. */
  name?: string;
  /** Path and query on this site; null for one that cannot be shown. */
  address: string | null;
  works: boolean;
  facts: ReactNode;
  /** "the link for Ada" */
  of: string;
}

interface LinksDialogProps<Link extends { id: number }> {
  title: string;
  /** What a link is for. */
  lead: string;
  /** "links" */
  noun: string;
  /** Accessible name of the list, and what stands there without any. */
  listLabel: string;
  none: string;
  query: { queryKey: QueryKey; queryFn: (context: { signal: AbortSignal }) => Promise<Link[]> };
  /** What a new link asks. */
  form: FormSchema;
  makeLabel: string;
  /** Resolves to the address of one that is shown only this once. */
  make: (data: FormData) => Promise<{ path?: string } | undefined>;
  made: string;
  item: (link: Link) => ListedLink;
  /** `question`: false where the link is to stay. */
  withdraw: {
    label: string;
    done: string;
    question?: (link: Link) => Promise<boolean>;
    call: (link: Link) => Promise<unknown>;
  };
  onClose: () => void;
}

/** Links that let someone in who has no account, or sees no list of it: makes, lists and withdraws them. */
export function LinksDialog<Link extends { id: number }>(props: LinksDialogProps<Link>) {
  const { title, noun, form, item, withdraw, onClose } = props;
  const { timezone } = useModel().site;
  const client = useQueryClient();
  const query = useQuery({ ...props.query, staleTime: 0 });
  const [data, setData] = useState<FormData>(() => defaultsOf(form));
  const [shownOnce, setShownOnce] = useState<string | null>(null);
  const [said, setSaid] = useState('');
  const { run, runningWith, refusal } = useCommand(async (link: Link | null) => {
    if (link && withdraw.question && !(await withdraw.question(link))) return;
    setSaid('');
    const answer = link ? await withdraw.call(link) : await props.make(data);
    setShownOnce((!link && (answer as { path?: string } | undefined)?.path) || null);
    if (!link) setData(defaultsOf(form));
    await client.invalidateQueries({ queryKey: props.query.queryKey });
    setSaid(link ? withdraw.done : props.made);
  });
  return (
    <Dialog title={title} onClose={onClose} closeButton width={640} cancel="Done">
      <div className={layout.stack4}>
        <p>{props.lead}</p>
        {refusal && <Banner tone="error">{refusal.message}</Banner>}
        <SchemaForm
          schema={form}
          validatorUrl={null}
          data={data}
          onChange={setData}
          onSubmit={() => void run(null)}
          hasSummary={false}
          services={NO_SERVICES}
          timezone={timezone}
        >
          <div>
            <Button type="submit" variant="primary" icon="link" busy={runningWith?.[0] === null}>
              {props.makeLabel}
            </Button>
          </div>
        </SchemaForm>
        {shownOnce !== null && (
          <Banner tone="success" title="The address is shown only once">
            <Address path={shownOnce} of="the new address" />
          </Banner>
        )}
        <p className="visually-hidden" role="status">
          {said}
        </p>
        <QueryView query={query} what={`the ${noun}`} lines={2} empty={<p className={styles.quiet}>{props.none}</p>}>
          {(links) => (
            <ul className={styles.links} aria-label={props.listLabel}>
              {links.map((link) => (
                <LinkItem
                  key={link.id}
                  {...item(link)}
                  withdraw={withdraw.label}
                  busy={runningWith?.[0]?.id === link.id}
                  onWithdraw={() => void run(link)}
                />
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </Dialog>
  );
}

interface LinkItemProps extends ListedLink {
  withdraw: string;
  busy: boolean;
  onWithdraw: () => void;
}

function LinkItem({ name, address, works, facts, of, withdraw, busy, onWithdraw }: LinkItemProps) {
  const revoke = (
    <Button size="small" icon="trash-2" busy={busy} onClick={onWithdraw}>
      {withdraw}
      <span className="visually-hidden"> {of}</span>
    </Button>
  );
  return (
    <li>
      {name !== undefined && <strong>{name}</strong>}
      {address !== null && (
        <Address path={address} of={of}>
          {works && revoke}
        </Address>
      )}
      <span className={styles.quiet}>{facts}</span>
      {address === null && works && <span>{revoke}</span>}
    </li>
  );
}

function Address({ path, of, children }: { path: string; of: string; children?: ReactNode }) {
  const address = `${window.location.origin}${path}`;
  return (
    <>
      <code className={styles.address}>{address}</code>
      <span className={layout.toolbar2}>
        <CopyButton text={address} label="Copy" of={of} />
        {children}
      </span>
    </>
  );
}
