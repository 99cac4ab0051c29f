import { useMemo } from 'react';
import type { DeviceTab } from '#core/device-app/web/parts.tsx';
import { TokenNotice } from '#core/devices/web/parts.tsx';
import { BillsTab } from './bills/BillsTab.tsx';
import { SegmentsTab } from './SegmentsTab.tsx';
import { useText } from './texts.ts';

/** The tabs that meters add to their device pages. */
export function useMeterTabs(): DeviceTab[] {
  const t = useText();
  return useMemo(
    () => [
      {
        value: 'bills',
        label: t('tabs.bills'),
        content: (device) =>
          device.token === 'active' ? <BillsTab key={device.id} device={device} /> : <TokenNotice device={device} />,
      },
      {
        value: 'segments',
        label: t('tabs.segments'),
        content: (device) => <SegmentsTab key={device.id} device={device} />,
      },
    ],
    [t],
  );
}
