import { formatCount } from '../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import type { Message, Thread } from '../../../domain/calls/messages.ts';
import { readThreadKey, type Mark } from '../../../domain/messages/threads.ts';
import { callApi } from '../../app/callApi.ts';
import { useCommand } from '../../app/useCommand.ts';
import { useIsVisible } from '../../app/useIsVisible.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { When } from '../../requests/When.tsx';
import { Button } from '../../ui/Button.tsx';
import { ButtonLink } from '../../ui/ButtonLink.tsx';
import { Chip } from '../../ui/Chip.tsx';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { RichText } from '../../ui/RichText.tsx';
import { CodeBoundary } from '../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../ui/lazyComponent.tsx';
import { showToast } from '../../ui/toasts.ts';
import { subjectWithin } from './subjectWithin.ts';
import { THREAD } from './useMarks.ts';
import styles from './ThreadPane.module.css';

const PAGE = 200;

const ReplyPanel = lazyComponent(async () => (await import('../../requests/conversation/ReplyPanel.tsx')).ReplyPanel);

export interface ThreadPaneProps {
  threadKey: string;
  /** Its title, as far as it is known before it is loaded. */
  title: string | undefined;
  back: LinkProps['to'];
  onRead: (key: string) => void;
  onMark: (key: string, mark: Mark) => void;
}

/** The messages of a thread, the oldest first. What has been read long ago is behind a button. */
export function ThreadPane({ threadKey, title, back, onRead, onMark }: ThreadPaneProps) {
  const query = useQuery({
    queryKey: [...THREAD, threadKey],
    queryFn: () => callApi('GET /api/messages/threads/:key', { params: { key: threadKey } }),
  });
  const { shown: thread } = useLastAnswer(query);
  useRead(thread, onRead);
  const submissionId = threadRequestId(threadKey);
  return (
    <section className={styles.pane} aria-labelledby="thread-title">
      <Link to={back} className={styles.back}>
        <Icon name="chevron-left" size={16} />
        All conversations
      </Link>
      <header className={styles.head}>
        <h2 id="thread-title" className={styles.title} tabIndex={-1}>
          <bdi>{thread?.title ?? title ?? 'Messages'}</bdi>
        </h2>
        {thread && <Actions thread={thread} onMark={(mark) => onMark(thread.key, mark)} />}
      </header>
      <QueryView
        query={query}
        what="the messages"
        lines={5}
        missing={
          <EmptyState icon="message-square" title="Messages not found" headingLevel={3}>
            The link may be wrong, or they were sent to someone else.
          </EmptyState>
        }
      >
        {(shown) => (
          <>
            <Messages thread={shown} />
            {submissionId !== null && (
              <CodeBoundary>
                <ReplyPanel submissionId={submissionId} />
              </CodeBoundary>
            )}
          </>
        )}
      </QueryView>
    </section>
  );
}

/** The request that a thread is about; null: it is about something else. */
function threadRequestId(key: string): number | null {
  const about = readThreadKey(key);
  return about?.resource === 'submissions' ? about.id : null;
}

function Actions({ thread: { title, path, isArchived }, onMark }: { thread: Thread; onMark: (mark: Mark) => void }) {
  return (
    <div className={styles.actions}>
      {path !== null && (
        <ButtonLink to={path} size="small" variant="primary" iconAfter="arrow-right">
          <span>
            Open <bdi>{title}</bdi>
          </span>
        </ButtonLink>
      )}
      <Button size="small" icon="mail" onClick={() => onMark('unread')}>
        Mark as unread
      </Button>
      {isArchived ? (
        <Button size="small" icon="archive-restore" onClick={() => onMark('kept')}>
          Unarchive
        </Button>
      ) : (
        <Button size="small" icon="archive" onClick={() => onMark('archived')}>
          Archive
        </Button>
      )}
    </div>
  );
}

function Messages({ thread }: { thread: Thread }) {
  const { title } = thread;
  const { messages, earlier, isLoading, load } = useEarlier(thread);
  // As they were when the thread was opened: reading moves nothing.
  const [first] = useState(() => messages[firstShown(messages)]?.id ?? 0);
  const [isWhole, setIsWhole] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const hidden = isWhole ? 0 : messages.filter(({ id }) => id < first).length;
  const shown = messages.slice(hidden);
  const oldest = shown[0]?.id;
  const before = useRef(oldest);
  useEffect(() => {
    if (before.current !== oldest) list.current?.focus();
    before.current = oldest;
  }, [oldest]);
  return (
    <>
      {hidden + earlier > 0 && (
        <Button
          size="small"
          variant="quiet"
          icon="history"
          busy={isLoading}
          onClick={() => (hidden > 0 ? setIsWhole(true) : void load())}
        >
          Show {formatCount(hidden > 0 ? hidden : Math.min(earlier, PAGE), 'earlier message', 'earlier messages')}
        </Button>
      )}
      <ol ref={list} className={styles.messages} tabIndex={-1} aria-label="Messages, oldest first">
        {shown.map((message) => (
          <li key={message.id} className={styles.message}>
            <MessageText title={title} message={message} isNewest={message.id === messages.at(-1)?.id} />
          </li>
        ))}
      </ol>
    </>
  );
}

interface MessageTextProps {
  title: string;
  message: Message;
  isNewest: boolean;
}

/** An earlier change of status that has been read is one line, which opens; the newest says what comes next. */
function MessageText({ title, message, isNewest }: MessageTextProps) {
  const subject = <bdi>{subjectWithin(title, message.subject)}</bdi>;
  // As it was when the thread was opened: reading moves nothing.
  const [wasRead] = useState(message.isRead);
  if (message.kind === 'StatusUpdate' && wasRead && !isNewest)
    return (
      <details>
        <summary className={styles.meta}>
          <Icon name="chevron-down" size={14} />
          {subject}
          <When at={message.at} />
        </summary>
        <RichText html={message.html} />
      </details>
    );
  return (
    <>
      <p className={styles.meta}>
        <bdi className={styles.from}>{message.isOwn ? 'You' : message.from.name}</bdi>
        <When at={message.at} />
        {LABELS[message.kind] !== undefined && <Chip tone="orange">{LABELS[message.kind]}</Chip>}
      </p>
      <h3 className={styles.subject}>{subject}</h3>
      <RichText html={message.html} />
    </>
  );
}

/** With what has been loaded of the messages that are older than the newest ones. */
function useEarlier(thread: Thread) {
  const [loaded, setLoaded] = useState<{ messages: readonly Message[]; earlier: number } | null>(null);
  const newest = new Map([...(loaded?.messages ?? []), ...thread.messages].map((message) => [message.id, message]));
  const messages = loaded === null ? thread.messages : [...newest.values()].toSorted((a, b) => a.id - b.id);
  const { run, isRunning } = useCommand(
    async () => {
      const page = await callApi('GET /api/messages/threads/:key', {
        params: { key: thread.key },
        query: { before: messages[0]?.id },
      });
      setLoaded({ messages: [...page.messages, ...messages], earlier: page.earlier });
    },
    ({ message }) => showToast(`They could not be loaded. ${message}`, { tone: 'error' }),
  );
  return { messages, earlier: loaded?.earlier ?? thread.earlier, isLoading: isRunning, load: run };
}

/** What asks something of the reader says so. */
const LABELS: Partial<Record<Message['kind'], string>> = {
  Question: 'Question',
  Confirmation: 'Please confirm',
  Resubmit: 'Please change',
};

/** One read message stays before the first unread one, or before the last; a single one more is not worth a button. */
function firstShown(messages: readonly Message[]): number {
  const unread = messages.findIndex(({ isRead }) => !isRead);
  const first = (unread === -1 ? messages.length - 1 : unread) - 1;
  return first <= 1 ? 0 : first;
}

/** Once for each newest message, as soon as someone sees it: what is marked unread again while it is open stays so. */
function useRead(thread: Thread | undefined, onRead: (key: string) => void): void {
  const isVisible = useIsVisible();
  const done = useRef('');
  useEffect(() => {
    const newest = `${thread?.key} ${thread?.messages.at(-1)?.id}`;
    if (thread === undefined || !isVisible || done.current === newest) return;
    done.current = newest;
    if (thread.messages.some(({ isRead }) => !isRead)) onRead(thread.key);
  }, [thread, isVisible, onRead]);
}
