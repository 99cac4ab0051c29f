import { Button } from '@mantine/core';
import { useState } from 'react';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { AssignPanel } from './AssignPanel.tsx';
import { useText } from './texts.ts';
import { useMetering } from './use-metering.ts';

/** Assigns a tariff to a meter, for people with the permission. */
export function AssignButton({
  device,
  variant = 'default',
}: {
  device: DeviceDetail;
  variant?: 'filled' | 'default';
}) {
  const t = useText();
  const { calls } = useMetering();
  const [open, setOpen] = useState(false);
  return (
    <Can access={calls.tariff.assign.route.access}>
      <Button variant={variant} onClick={() => setOpen(true)}>
        {t('assign.title')}
      </Button>
      {open && <AssignPanel device={device} onClose={() => setOpen(false)} />}
    </Can>
  );
}
