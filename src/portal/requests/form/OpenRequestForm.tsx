import { formatInstant } from '../../../../domain/values/formats.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { showToast } from '../../../ui/toasts.ts';
import { ApiError } from '../../../app/ApiError.ts';
import { callApi } from '../../../app/callApi.ts';
import { useCommand } from '../../../app/useCommand.ts';
import { confirmModal } from '../../../app/dialogs/modalQueue.ts';
import { useModel } from '../../../app/useModel.ts';
import { Banner } from '../../../ui/Banner.tsx';
import { Button } from '../../../ui/Button.tsx';
import { Card } from '../../../ui/Card.tsx';
import { TextField } from '../../../ui/TextField.tsx';
import { Loading } from '../../../ui/Loading.tsx';
import { Page, type PageProps } from '../../../ui/Page.tsx';
import type { OpenForm } from '../../../../domain/calls/open-form.ts';
import { pruneHidden, type Answers } from '../../../../domain/requests/request-form.ts';
import { RequestedChanges } from './RequestedChanges.tsx';
import { DraftNotices } from './DraftNotices.tsx';
import { formServicesOf } from './formServices.ts';
import { FormActions } from './FormActions.tsx';
import { FormAside } from './FormAside.tsx';
import { priceIn } from './price.ts';
import { useFormPricing } from './useFormPricing.ts';
import { useDraft } from './useDraft.ts';
import { useSubmit } from './useSubmit.ts';
import layout from '../../../ui/layout.module.css';
import styles from './RequestFormPage.module.css';
import { CodeBoundary } from '../../../ui/CodeBoundary.tsx';
import { lazyComponent } from '../../../ui/lazyComponent.tsx';

export const RequestForm = lazyComponent(() =>
  import('../../../forms/RequestForm.tsx').then((module) => module.RequestForm),
);

interface OpenRequestFormProps {
  open: OpenForm;
  /** Finishes the draft on the version it was begun on. */
  isEarlier: boolean;
  userName: string;
  submissionId: number | undefined;
  onReload: () => void;
}

export function OpenRequestForm({ open, isEarlier, userName, submissionId, onReload }: OpenRequestFormProps) {
  const { form, files } = open;
  const { timezone, uploadMegabytes } = useModel().site;
  const earlier = isEarlier ? open.earlier : null;
  const version = earlier?.version ?? open.version;
  const draft = useDraft({
    address: { userName, formId: form.id, submissionId },
    version,
    draft: open.draft && earlier ? { ...open.draft, data: earlier.data } : open.draft,
  });
  const services = useMemo(() => formServicesOf(version, files, uploadMegabytes), [version, files, uploadMegabytes]);
  const [customer, setCustomer] = useState('');
  const onSent = useAfterSending(submissionId, customer.trim() !== '');
  const submit = useSubmit({
    version,
    comparedWith: earlier ? open.version.id : undefined,
    customer,
    userName,
    submissionId,
    autosave: draft.autosave,
    onSent,
  });
  const answers = useMemo(() => pruneHidden(version.schema, draft.data) as Answers, [version, draft.data]);
  // The discounts are the viewer's, not those of another customer.
  const own = useFormPricing(open);
  const discounts = customer === '' ? own.pricing.discounts : [];
  const pricing = { ...own.pricing, discounts, formId: form.id };
  const price = priceIn(version.costType, version.schema, answers, pricing);
  const { discard, isDiscarding } = useDiscard(draft, onReload);
  return (
    <Page {...formHead(open, submissionId)}>
      <div className={styles.columns}>
        <div className={layout.pane} onBlur={() => void draft.autosave.flush()}>
          {submissionId !== undefined && <RequestedChanges submissionId={submissionId} />}
          {draft.isRestored && (
            <Banner tone="information" title="Your answers are back">
              They were kept in this browser when they could not be sent.
            </Banner>
          )}
          <DraftNotices
            notice={draft.notice}
            autosave={draft.autosave}
            schema={version.schema}
            files={files}
            onReload={onReload}
          />
          <VersionNotices {...{ earlier, version, onReload }} isMoved={draft.isMoved} fault={submit.fault} />
          {open.canChooseCustomer && submissionId === undefined && (
            <CustomerField value={customer} onChange={setCustomer} />
          )}
          <CodeBoundary fallback={<Loading label="Loading the form" lines={8} lineHeight={48} />}>
            <RequestForm
              schema={version.schema}
              validatorUrl={version.validator}
              data={draft.data}
              submitted={open.submitted}
              onChange={(data) => draft.change(data as Answers)}
              onSubmit={(data) => void submit.send(data as Answers)}
              serverErrors={submit.errors}
              {...{ services, timezone }}
              disabled={isDiscarding}
            >
              <FormActions
                draft={draft.state}
                price={price}
                isChange={submissionId !== undefined}
                isSending={submit.isSending}
                onDiscard={discard}
              />
            </RequestForm>
          </CodeBoundary>
        </div>
        <FormAside costType={version.costType} price={price} onCode={customer === '' ? own.reload : undefined} />
      </div>
    </Page>
  );
}

function CustomerField({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [unknown, setUnknown] = useState<{ customer: string; message: string } | null>(null);
  const customer = value.trim();
  // Other failures are those of the connection, which the submit reports.
  const check = () =>
    callApi('GET /api/requests/customer', { query: { customer } }).catch((error: unknown) => {
      if (error instanceof ApiError && error.status === 422) setUnknown({ customer, message: error.message });
    });
  return (
    <Card>
      <TextField
        label="Customer"
        help="For someone else: their username or email address. Leave it empty if it is your own request."
        error={unknown?.customer === customer ? unknown.message : undefined}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={() => customer !== '' && void check()}
      />
    </Card>
  );
}

function formHead({ form, group }: OpenForm, submissionId: number | undefined): Omit<PageProps, 'children'> {
  if (submissionId !== undefined) {
    const back = { to: `/requests/viewsubmission/${submissionId}`, label: `Request #${submissionId}` };
    return { title: `Change request #${submissionId}`, lead: form.title, back };
  }
  const to = group ? `/requests/navigate?groupId=${group.id}` : '/requests/navigate';
  return {
    title: form.title,
    lead: form.description ?? undefined,
    back: { to, label: group?.title ?? 'All requests' },
  };
}

/** Leads to the sender's own view of the request, or to the staff's if they submitted it for a customer. */
function useAfterSending(submissionId: number | undefined, isForCustomer: boolean): (id: number) => void {
  const navigate = useNavigate();
  const client = useQueryClient();
  return (id) => {
    void client.invalidateQueries({ queryKey: ['submissions', 'requests'] });
    void navigate(`/requests/viewsubmission/${id}${isForCustomer ? '' : '/Default'}`, {
      replace: true,
      state: { submitted: submissionId === undefined ? 'new' : 'changed' },
    });
  };
}

function useDiscard(draft: ReturnType<typeof useDraft>, onReload: () => void) {
  const discarding = useCommand(
    async () => {
      await draft.discard();
      showToast('Draft discarded');
      onReload();
    },
    ({ message }) => {
      draft.autosave.resume();
      showToast(message, { tone: 'error' });
    },
  );
  const confirmDiscard = async () => {
    const sure = await confirmModal({
      header: 'Discard this draft?',
      message: 'Your answers and the files you added here are deleted. This cannot be undone.',
      confirmButtonText: 'Discard draft',
      cancelButtonText: 'Keep it',
      isDangerous: true,
    });
    if (sure) await discarding.run();
  };
  return { discard: () => void confirmDiscard(), isDiscarding: discarding.isRunning };
}

/** The button that was pressed can be far from the notice. */
function moveFocus(notice: HTMLElement | null): void {
  notice?.focus();
}

interface VersionNoticesProps {
  earlier: OpenForm['earlier'] | null;
  version: OpenForm['version'];
  isMoved: boolean;
  fault: ReturnType<typeof useSubmit>['fault'];
  onReload: () => void;
}

function VersionNotices({ earlier, version, isMoved, fault, onReload }: VersionNoticesProps) {
  const { timezone } = useModel().site;
  return (
    <>
      {earlier?.finishUntil && (
        <Banner
          tone="information"
          title={`You are finishing version ${version.number} of this form`}
          actions={
            <Button size="small" onClick={onReload}>
              Compare again
            </Button>
          }
        >
          Submit it by {formatInstant(earlier.finishUntil, timezone)}. Its price and questions are those from when you
          started.
        </Banner>
      )}
      {isMoved && (
        <Banner tone="warning" title="This form has changed since you started">
          Answers to fields that still exist are submitted. Check them before you submit.
        </Banner>
      )}
      {fault && (
        <Banner
          ref={moveFocus}
          tone="error"
          title={fault.title}
          {...(fault.needsReload
            ? {
                actions: (
                  <Button size="small" onClick={onReload}>
                    Load it again
                  </Button>
                ),
              }
            : {})}
        >
          {fault.detail}
        </Banner>
      )}
    </>
  );
}
