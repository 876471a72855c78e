import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import { wallClockOf } from '../../../domain/values/zoned-time.ts';
import { useModel } from '../../app/useModel.ts';
import { useReports } from '../../app/useResources.ts';
import { Button } from '../../ui/Button.tsx';
import { clock } from '../../ui/clock.ts';
import { ErrorState } from '../../ui/ErrorState.tsx';
import { Page } from '../../ui/Page.tsx';
import type { ClientReport } from '../../../domain/declarations/client-model.ts';
import { ConsoleFrame } from '../frame/ConsoleFrame.tsx';
import { FewChoices } from './FewChoices.tsx';
import { daysOfPeriod, periodPresets } from './period.ts';
import { PeriodChoice } from './PeriodChoice.tsx';
import { useReportAddress, type ReportAddress } from './reportAddress.ts';
import { ReportContent } from './ReportContent.tsx';
import { ReportFilters } from './ReportFilters.tsx';
import styles from './reportScreen.module.css';

/** The declared report whose path is the current one. */
export function Screen() {
  const path = comparable(useLocation().pathname);
  const report = useReports().find((one) => comparable(one.path) === path);
  if (report === undefined) return <NotAvailable />;
  return (
    <ConsoleFrame>
      <ReportPage key={report.name} report={report} />
    </ConsoleFrame>
  );
}

function comparable(path: string): string {
  return path.replace(/\/+$/, '').toLowerCase();
}

function NotAvailable() {
  return (
    <Page title="Report">
      <ErrorState title="This report is not available">
        It does not exist, or you do not have access to its data. Ask an administrator if you need it.
      </ErrorState>
    </Page>
  );
}

function ReportPage({ report }: { report: ClientReport }) {
  const { timezone, terms } = useModel().site;
  const address = useReportAddress(report);
  const { period } = address.choices;
  const [today] = useState(() => wallClockOf(clock.instant(), timezone).slice(0, 10));
  const days = report.day === null ? null : daysOfPeriod(period, today);
  return (
    <Page
      title={report.title}
      lead={report.lead}
      actions={
        <Button icon="printer" onClick={() => window.print()}>
          Print
        </Button>
      }
    >
      <div className={styles.screen}>
        <div className={styles.choices}>
          {days && (
            <PeriodChoice
              period={period}
              days={days}
              today={today}
              presets={periodPresets(today, terms)}
              isOpenEnded
              onChange={address.setPeriod}
            />
          )}
          <DimensionChoice report={report} address={address} />
          <ReportFilters report={report} address={address} />
        </div>
        <ReportContent report={report} address={address} days={days} today={today} />
      </div>
    </Page>
  );
}

function DimensionChoice({ report: { dimensions }, address }: { report: ClientReport; address: ReportAddress }) {
  const { dimension } = address.choices;
  if (dimension === undefined || dimensions.length < 2) return null;
  return (
    <FewChoices
      label="Group by"
      choices={dimensions.map(({ name, label }) => ({ value: name, label }))}
      value={dimension.name}
      onChoose={(by) => address.change({ by, sort: null, order: null, find: null, all: null })}
    />
  );
}
