import { Button, Group } from '@mantine/core';
import { IconMail, IconPrinter, IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { usePhone } from '#platform/web/shell/layout/phone.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { formatPeriod } from '../../common/format-cell.ts';
import type { ReportRun } from '../../common/run.ts';
import { addresses } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { RunDeliveries } from './RunDeliveries.tsx';
import { RunFiles } from './RunFiles.tsx';
import { NoticeButtons, RunNotice } from './RunNotice.tsx';
import { RunProgress } from './RunProgress.tsx';
import { RunSheet } from './RunSheet.tsx';
import classes from './run.module.css';
import { hasDocument, hasEnded, isMade, isUnderWay, nobodyReason, RunStateChip } from './run-state.tsx';
import { SendDialog } from './SendDialog.tsx';
import { askAgainMs, useLiveRuns } from './use-live-runs.ts';
import { useRunActions } from './use-run-actions.tsx';

/** One run of a report: how far it is, what it shows, its files, and to whom it was sent. */
export const RunPage = () => <ForCompany>{(companyId) => <RunOf companyId={companyId} />}</ForCompany>;

function RunOf({ companyId }: { companyId: number }) {
  const params = { companyId, id: Number(useParams().id) };
  const found = useData(
    api.run.get,
    { params },
    {
      silent: true,
      refetchInterval: ({ state: { data } }) => (data && isUnderWay(data) ? askAgainMs : false),
    },
  );
  useLiveRuns();
  const parents = useParents();
  const refused = found.error instanceof RequestError && found.error.status < 500 && found.error.status > 0;
  if (found.data && !refused) return <Shown companyId={companyId} run={found.data} />;
  return (
    <PageFrame parents={parents}>
      {found.error instanceof RequestError && found.error.word === 'not-for-you' ? (
        <NotForYou />
      ) : (
        <QueryBoundary of={found} />
      )}
    </PageFrame>
  );
}

function useParents() {
  const t = useText();
  return [{ label: t('pages.list'), to: addresses.list }];
}

function NotForYou() {
  const t = useText();
  return (
    <EmptyState
      drawing="search"
      title={t('run.notForYou')}
      text={t('run.notForYouText')}
      action={
        <Button component={Link} to={addresses.list}>
          {t('run.toReports')}
        </Button>
      }
    />
  );
}

type Props = { companyId: number; run: ReportRun };

function Shown({ companyId, run }: Props) {
  const t = useText();
  const phone = usePhone();
  const navigate = useNavigate();
  const document = useData(
    api.run.document,
    { params: { companyId, id: run.id } },
    { silent: true, enabled: hasDocument(run), staleTime: Number.POSITIVE_INFINITY },
  );
  const actions = useRunActions(companyId, run, (made) => void navigate(addresses.run(made)));
  const [sending, setSending] = useState(false);
  const maySend = usePermitted(api.run.send.route.access) && isMade(run);
  const shown = hasDocument(run) ? document.data : undefined;
  // The notice has the button then.
  const isNoticed = hasEnded(run.state) || run.state === 'held';
  const files = (
    <Panel title={t('run.files')}>
      <RunFiles companyId={companyId} run={run} />
    </Panel>
  );
  return (
    <PageFrame
      title={run.name}
      badge={<RunStateChip value={run.state} />}
      parents={useParents()}
      action={
        <Actions
          again={isNoticed ? undefined : actions.again}
          pending={actions.pending}
          mayPrint={shown !== undefined}
          onSend={maySend ? () => setSending(true) : undefined}
        />
      }
    >
      <div className={classes.page}>
        <div className={classes.main}>
          <div className={classes.notice}>
            <RunNotice run={run} document={shown}>
              <NoticeButtons actions={actions} />
            </RunNotice>
            {isUnderWay(run) && <UnderWay run={run} actions={actions} />}
            {phone && files}
          </div>
          {shown ? (
            <RunSheet document={shown} code={run.files[0]?.code} />
          ) : (
            hasDocument(run) && <QueryBoundary of={document} />
          )}
        </div>
        <div className={classes.aside}>
          {!phone && files}
          <Deliveries companyId={companyId} run={run} />
          <RunFacts run={run} />
        </div>
      </div>
      {actions.question}
      {sending && <SendDialog companyId={companyId} run={run} onClose={() => setSending(false)} />}
    </PageFrame>
  );
}

function UnderWay({ run, actions }: { run: ReportRun; actions: ReturnType<typeof useRunActions> }) {
  const t = useText();
  return (
    <Panel>
      <RunProgress run={run} />
      {actions.cancel && (
        <Button mt="md" variant="default" loading={actions.pending} onClick={actions.cancel}>
          {t('run.cancel')}
        </Button>
      )}
    </Panel>
  );
}

function Deliveries({ companyId, run }: Props) {
  const t = useText();
  const { reportId } = run;
  const report = useData(
    api.definition.get,
    { params: { companyId, id: reportId ?? 0 } },
    { silent: true, enabled: reportId !== null },
  );
  if (run.deliveries.length === 0 && nobodyReason(run, report.data) === null) return null;
  return (
    <Panel title={t('run.deliveries')}>
      <RunDeliveries run={run} report={report.data} />
    </Panel>
  );
}

type ActionsProps = {
  again: (() => void) | undefined;
  pending: boolean;
  mayPrint: boolean;
  onSend: (() => void) | undefined;
};

function Actions({ again, pending, mayPrint, onSend }: ActionsProps) {
  const t = useText();
  return (
    <Group gap="xs">
      {mayPrint && (
        <Button
          variant="default"
          leftSection={<IconPrinter size={iconSizes.md} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('run.print')}
        </Button>
      )}
      {onSend && (
        <Button variant="default" leftSection={<IconMail size={iconSizes.md} aria-hidden />} onClick={onSend}>
          {t('run.send')}
        </Button>
      )}
      {again && (
        <Button leftSection={<IconRefresh size={iconSizes.md} aria-hidden />} loading={pending} onClick={again}>
          {t('run.again')}
        </Button>
      )}
    </Group>
  );
}

function RunFacts({ run }: { run: ReportRun }) {
  const t = useText();
  const { date } = useFormats();
  const at = (instant: string) => <Bdi>{date(instant)}</Bdi>;
  return (
    <Facts
      title={t('run.facts')}
      items={[
        [t('run.period'), <Bdi key="period">{formatPeriod(run)}</Bdi>],
        [t('run.by'), <bdi key="by">{run.by.name}</bdi>],
        [t('run.cause'), t(`values.cause.${run.cause}`)],
        ...(run.dueAt === null ? [] : [[t('run.dueAt'), at(run.dueAt)] as const]),
        [t('run.requestedAt'), at(run.createdAt)],
        ...(run.expiresAt === null ? [] : [[t('run.keptUntil'), at(run.expiresAt)] as const]),
      ]}
    />
  );
}
