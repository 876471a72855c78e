import { formatInstant } from '../../../domain/values/formats.ts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router-dom';
import { ApiError } from '../../app/ApiError.ts';
import { usePageLook } from '../../app/pageLook.ts';
import { useLastAnswer } from '../../app/useLastAnswer.ts';
import { useModel } from '../../app/useModel.ts';
import { QueryView } from '../../app/QueryView.tsx';
import { callQuery } from '../../app/callApi.ts';
import { ContentPageView } from '../../content/ContentPageView.tsx';
import { Banner } from '../../ui/Banner.tsx';
import { ContentLoading } from './ContentLoading.tsx';
import failure from './ContentScreen.module.css';
import styles from './DraftScreen.module.css';

/** /content/draft?link={link}: the draft of a page, for those who have a link to it. */
export function Screen() {
  const [search] = useSearchParams();
  const { timezone } = useModel().site;
  const answer = useQuery({
    ...callQuery('GET /api/content/draft', { query: { link: search.get('link') ?? '' } }),
    retry: false,
    retryOnMount: false,
    staleTime: 0,
    gcTime: 0,
  });
  const page = useLastAnswer(answer).shown?.page;
  usePageLook(page === undefined ? null : { record: page.title, theme: page.theme, backgroundUrl: page.backgroundUrl });
  return (
    <QueryView
      query={answer}
      what="the draft"
      loading={<ContentLoading />}
      hasNotice={false}
      missing={(error) => <Invalid error={error} />}
    >
      {(shared) => (
        <>
          <div className={styles.mark}>
            <Banner tone="warning" role="none" title={shared.isDraft ? 'Draft, not published' : 'Published as shown'} />
          </div>
          <p className={styles.about}>
            {shared.isDraft
              ? 'Visitors cannot see this draft. It shows the state when you opened it.'
              : 'This page has no unpublished changes.'}{' '}
            Your link works until {formatInstant(shared.expiresAt, timezone)}.
          </p>
          <ContentPageView page={shared.page} />
        </>
      )}
    </QueryView>
  );
}

function Invalid({ error }: { error: Error }) {
  return (
    <section className={failure.failure} aria-labelledby="failure">
      <h1 id="failure" tabIndex={-1}>
        {error instanceof ApiError ? error.problem.title : 'Draft not found'}
      </h1>
      <p className={failure.detail}>{error.message}</p>
    </section>
  );
}
