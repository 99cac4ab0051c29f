import { Button, Text } from '@mantine/core';
import { IconHandGrab } from '@tabler/icons-react';
import { useState } from 'react';
import type { AlarmDetail } from '#core/alarms/common/alarm.ts';
import { useAlarmAction } from '#core/alarms/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import type { IncidentFile } from '../../common/incidents/incident-file.ts';
import { useText } from '../texts.ts';
import classes from './Workbench.module.css';

/** For the security company: another operator takes an incident over once its holder has left it alone for some time. */
export function TakeOver({ alarm, file: { heldUntil } }: { alarm: AlarmDetail; file: IncidentFile }) {
  const t = useText();
  const { date } = useFormats();
  const now = useNow();
  const { send, pending } = useAlarmAction(alarm, 'take-over');
  const [asks, setAsks] = useState(false);
  const isMonitor = alarm.desk?.mine ? alarm.desk.role === 'monitor' : alarm.party?.role === 'monitor';
  if (!send || !isMonitor) return null;
  const name = alarm.acknowledgedBy?.name ?? t('workbench.somebody');
  if (heldUntil !== null && Date.parse(heldUntil) > now)
    return <Text size="sm">{t('workbench.held', { name, at: date(heldUntil, 'time') })}</Text>;
  return (
    <section className={classes.part}>
      <Button
        variant="default"
        loading={pending}
        leftSection={<IconHandGrab size={iconSizes.sm} aria-hidden />}
        onClick={() => setAsks(true)}
      >
        {t('workbench.takeOver')}
      </Button>
      <ConfirmDialog
        opened={asks}
        title={t('workbench.takeOver')}
        message={t('workbench.takeOverText', { name })}
        confirmLabel={t('workbench.takeOver')}
        danger={false}
        pending={pending}
        onConfirm={() => void send({}).then(() => setAsks(false))}
        onCancel={() => setAsks(false)}
      />
    </section>
  );
}
