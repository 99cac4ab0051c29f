import { Anchor, Button, Collapse, Group, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconChevronDown } from '@tabler/icons-react';
import { Link } from 'react-router';
import { iconSizes } from '#platform/web/theme.ts';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { formatPeriod } from '../../common/format-cell.ts';
import type { Report } from '../../common/report.ts';
import type { ReportRun } from '../../common/run.ts';
import { addresses } from '../addresses.ts';
import { RunDeliveries } from '../run/RunDeliveries.tsx';
import { FileButton } from '../run/RunFiles.tsx';
import { RunProgress } from '../run/RunProgress.tsx';
import { hasEnded, isUnderWay, RunStateChip } from '../run/run-state.tsx';
import { useRunActions } from '../run/use-run-actions.tsx';
import { useText } from '../texts.ts';
import classes from './list.module.css';

type Props = { report: Report; run: ReportRun };

/** A run in the history of its report: its state and files, to whom it was sent, and what can be done with it. */
export function RunItem({ report, run }: Props) {
  const t = useText();
  const { state, error, faults, files } = run;
  return (
    <>
      <Group justify="space-between" gap="xs">
        <Anchor component={Link} to={addresses.run(run.id)} fw={550}>
          <Bdi>{formatPeriod(run)}</Bdi>
        </Anchor>
        <RunStateChip value={state} />
      </Group>
      <Text size="sm" c="dimmed">
        {t(`values.cause.${run.cause}`)} · <bdi>{run.by.name}</bdi> · <Ago at={run.createdAt} />
      </Text>
      {isUnderWay(run) && <RunProgress run={run} />}
      {hasEnded(state) && (
        <Text size="sm">{state === 'failed' ? error && t(`run.errors.${error}`) : t(`run.ended.${state}Text`)}</Text>
      )}
      {faults.length > 0 && !hasEnded(state) && <Text size="sm">{t('run.incomplete', { count: faults.length })}</Text>}
      {files.length > 0 && state !== 'expired' && (
        <Group gap="xs">
          {files.map((file) => (
            <FileButton key={file.code} compact companyId={report.companyId} run={run} file={file} />
          ))}
        </Group>
      )}
      <Deliveries report={report} run={run} />
      <Actions report={report} run={run} />
    </>
  );
}

function Deliveries({ report, run }: Props) {
  const t = useText();
  const [opened, { toggle }] = useDisclosure();
  const { deliveries } = run;
  if (deliveries.length === 0) return <RunDeliveries run={run} report={report} />;
  const sent = deliveries.filter(({ state }) => state === 'sent').length;
  return (
    <div>
      <Button
        variant="subtle"
        size="compact-sm"
        aria-expanded={opened}
        rightSection={<IconChevronDown size={iconSizes.sm} aria-hidden />}
        onClick={toggle}
      >
        {t('run.sentTo', { count: deliveries.length, sent })}
      </Button>
      <Collapse expanded={opened}>
        <div className={classes.deliveries}>
          <RunDeliveries run={run} report={report} />
        </div>
      </Collapse>
    </div>
  );
}

function Actions({ report, run }: Props) {
  const t = useText();
  // The run that repeats this one appears at the top of the list.
  const { again, cancel, release, pending, question } = useRunActions(report.companyId, run, () => undefined);
  if (!again && !cancel && !release) return null;
  return (
    <Group gap="xs">
      {release && (
        <Button size="compact-sm" loading={pending} onClick={release}>
          {t('run.release')}
        </Button>
      )}
      {again && (
        <Button size="compact-sm" variant="default" loading={pending} onClick={again}>
          {t('run.again')}
        </Button>
      )}
      {cancel && (
        <Button size="compact-sm" variant="default" loading={pending} onClick={cancel}>
          {t('run.cancel')}
        </Button>
      )}
      {question}
    </Group>
  );
}
