import type { DeviceDetail } from '#core/devices/common/device.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { AssignButton } from '../AssignButton.tsx';
import { useText } from '../texts.ts';

/** No tariff applies to the meter: how to assign one. */
export function NoTariff({ device }: { device: DeviceDetail }) {
  const t = useText();
  return (
    <EmptyState
      title={t('noTariff.title')}
      text={t('noTariff.text')}
      action={<AssignButton device={device} variant="filled" />}
    />
  );
}
