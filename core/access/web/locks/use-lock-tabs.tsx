import { useMemo } from 'react';
import type { DeviceTab } from '#core/device-app/web/parts.tsx';
import { AccessLogList } from '../AccessLogList.tsx';
import { useText } from '../texts.ts';
import { CodesTab } from './CodesTab.tsx';

/** The tabs that locks add to their device pages. */
export function useLockTabs(): DeviceTab[] {
  const t = useText();
  return useMemo(
    () => [
      { value: 'codes', label: t('tabs.codes'), content: (device) => <CodesTab key={device.id} device={device} /> },
      {
        value: 'access-log',
        label: t('tabs.accessLog'),
        content: (device) => <AccessLogList key={device.id} deviceId={device.id} />,
      },
    ],
    [t],
  );
}
