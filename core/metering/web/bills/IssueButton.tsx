import { Button, Textarea } from '@mantine/core';
import { IconReceipt } from '@tabler/icons-react';
import { useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import type { Statement } from '../../common/bill.ts';
import { useText } from '../texts.ts';
import { useMetering } from '../use-metering.ts';
import { useBillFormats } from './use-bill-formats.ts';

/** A larger estimated share needs a reason. */
const mostly = 0.5;

/** Issues the drafted bill of a meter after a confirmation. */
export function IssueButton({ device, statement }: { device: DeviceDetail; statement: Statement }) {
  const t = useText();
  const { month } = useBillFormats();
  const { calls } = useMetering();
  const [open, setOpen] = useState(false);
  const [reason, setReason] = useState('');
  const issue = useAction(calls.bill.issue, { onDone: () => setOpen(false) });
  const needsReason = statement.estimatedShare > mostly;
  if (statement.state !== 'draft') return null;
  const run = () =>
    issue.run({
      body: { deviceIds: [device.id], month: statement.month, ...(reason.trim() ? { reason: reason.trim() } : {}) },
    });
  return (
    <Can access={calls.bill.issue.route.access} on={{ resource: device.structure?.id ?? null }}>
      <Button leftSection={<IconReceipt size={iconSizes.md} aria-hidden />} onClick={() => setOpen(true)}>
        {t('bill.issue')}
      </Button>
      <ConfirmDialog
        opened={open}
        title={t('bill.issueTitle', { month: month(statement.month) })}
        message={t('bill.issueText')}
        entityName={device.name}
        confirmLabel={t('bill.issue')}
        danger={false}
        pending={issue.pending}
        onConfirm={run}
        onCancel={() => setOpen(false)}
      >
        {needsReason && (
          <Textarea
            mt="md"
            label={t('bill.reasonLabel')}
            description={t('bill.reasonText')}
            value={reason}
            maxLength={500}
            autosize
            onChange={(event) => setReason(event.currentTarget.value)}
          />
        )}
      </ConfirmDialog>
    </Can>
  );
}
