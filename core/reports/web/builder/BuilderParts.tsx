import { Alert } from '@mantine/core';
import type { RefObject } from 'react';
import type { Colleague } from '../../common/receptor.ts';
import type { Report } from '../../common/report.ts';
import type { OfferedSection } from '../../common/section-catalogue.ts';
import { useText } from '../texts.ts';
import classes from './Builder.module.css';
import { Names } from './Names.tsx';
import { ReportPreview } from './preview/ReportPreview.tsx';
import { SectionsPart } from './SectionsPart.tsx';
import type { FaultOf } from './save/faults.ts';
import { Rejected } from './save/Rejected.tsx';
import { FilesTab } from './tabs/FilesTab.tsx';
import { PeriodTab } from './tabs/PeriodTab.tsx';
import { RecipientsTab } from './tabs/RecipientsTab.tsx';
import { ScheduleTab } from './tabs/ScheduleTab.tsx';
import type { BuilderState } from './use-builder.ts';
import { previewTab, type useTabs } from './use-tabs.ts';

type Props = {
  root: RefObject<HTMLDivElement | null>;
  companyId: number;
  report: Report | undefined;
  builder: BuilderState;
  catalogue: readonly OfferedSection[];
  faultOf: FaultOf;
  /** Those of a report that is not stored yet. */
  recipients: readonly Colleague[];
  onRecipients(people: readonly Colleague[]): void;
  tabs: ReturnType<typeof useTabs>;
};

/** The chosen part of the builder, with the preview next to it or as a part of its own. */
export function BuilderParts(props: Props) {
  const { root, companyId, report, builder, catalogue, faultOf, tabs } = props;
  const { tab, setTab, isWide } = tabs;
  const preview = <ReportPreview companyId={companyId} builder={builder} catalogue={catalogue} />;
  return (
    <div ref={root} className={classes.builder}>
      <Paused report={report} />
      <Rejected faults={faultOf.faults} builder={builder} catalogue={catalogue} onTab={setTab} />
      <div className={classes.parts} data-wide={isWide || undefined}>
        <div className={classes.edited}>
          {(isWide || tab === 'sections') && <Names builder={builder} faultOf={faultOf} />}
          <Part {...props} />
        </div>
        {isWide ? <div className={classes.preview}>{preview}</div> : tab === previewTab && preview}
      </div>
    </div>
  );
}

function Part(props: Props) {
  const { companyId, report, builder, catalogue, faultOf, recipients, onRecipients, tabs } = props;
  switch (tabs.tab) {
    case 'sections':
      return <SectionsPart builder={builder} catalogue={catalogue} faultOf={faultOf} isWide={tabs.isWide} />;
    case 'period':
      return <PeriodTab companyId={companyId} builder={builder} faultOf={faultOf} />;
    case 'schedule':
      return <ScheduleTab builder={builder} faultOf={faultOf} />;
    case 'recipients':
      return (
        <RecipientsTab
          companyId={companyId}
          reportId={report?.id ?? null}
          chosen={recipients}
          onChoose={onRecipients}
          isDirty={builder.dirty}
        />
      );
    case 'files':
      return <FilesTab builder={builder} faultOf={faultOf} />;
    case 'preview':
      return null;
  }
}

/** Why the system has paused the report. */
function Paused({ report }: Pick<Props, 'report'>) {
  const t = useText();
  if (!report?.pausedBecause) return null;
  return (
    <Alert title={t('builder.paused.title')}>
      {t(`builder.paused.${report.pausedBecause}`)} {t('builder.paused.resume')}
    </Alert>
  );
}
