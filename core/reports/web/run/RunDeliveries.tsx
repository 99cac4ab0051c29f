import { Group, Text } from '@mantine/core';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Report } from '../../common/report.ts';
import type { ReportRun } from '../../common/run.ts';
import { useText } from '../texts.ts';
import classes from './run.module.css';
import { nobodyReason } from './run-state.tsx';

const tones = { sent: 'good', skipped: 'poor' } as const;

/** To whom a run was sent, and why somebody, or everybody, did not get it. */
export function RunDeliveries({ run, report }: { run: ReportRun; report: Report | undefined }) {
  const t = useText();
  const nobody = nobodyReason(run, report);
  if (run.deliveries.length === 0)
    return (
      nobody && (
        <Text size="sm" c="dimmed">
          {t(`run.nobody.${nobody}`)}
        </Text>
      )
    );
  return (
    <ul className={classes.lines}>
      {run.deliveries.map(({ user, state, reason, mode, sentBy, at }) => (
        <li key={user?.id ?? at}>
          <Group justify="space-between" gap="xs">
            <bdi>{user?.name ?? '–'}</bdi>
            <StatusChip namespace="reports" field="deliveryState" value={state} tones={tones} />
          </Group>
          <Text size="sm" c="dimmed">
            {reason && <>{t(`run.skipped.${reason}`)} · </>}
            {mode && <>{t(`run.mode.${mode}`)} · </>}
            <Ago at={at} />
            {sentBy && <> · {t('run.sentBy', { name: sentBy.name })}</>}
          </Text>
        </li>
      ))}
    </ul>
  );
}
