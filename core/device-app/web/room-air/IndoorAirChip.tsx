import type { DeviceDetail } from '#core/devices/common/device.ts';
import { numbersOf, useSensorTexts } from '#core/devices/web/parts.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import { indoorAir } from '../../common/indoor-air.ts';
import { useText } from './texts.ts';

/** The quality of the indoor air by a device of the app, with its cause unless it is good. */
export function IndoorAirChip({ app, device }: { app: string; device: Pick<DeviceDetail, 'values'> }) {
  const t = useText();
  const { name } = useSensorTexts(app);
  const air = indoorAir(numbersOf(device));
  if (!air) return t('unknown');
  const cause = air.severity === 'good' ? '' : ` · ${name(air.cause)}`;
  return <ToneChip tone={air.severity}>{`${t(`state.${air.severity}`)}${cause}`}</ToneChip>;
}
