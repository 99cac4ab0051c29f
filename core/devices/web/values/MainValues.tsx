import { Tooltip } from '@mantine/core';
import { IconClockExclamation, IconEyeOff } from '@tabler/icons-react';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { useFlash } from '#platform/web/ui/values/use-flash.ts';
import type { Device, LatestValue } from '../../common/device.ts';
import classes from '../Devices.module.css';
import { useText } from '../texts.ts';
import { useSensorTexts } from './sensor-texts.ts';

// These sensors of every device have their own columns.
const commonSensors = new Set(['battery', 'rssi', 'tamper']);
const mainCount = 2;

/** The values of the model's own sensors, in the order of the model, without those that are shown elsewhere. */
export const mainSensorValues = (device: Pick<Device, 'values'>, without: readonly string[] = []): LatestValue[] =>
  device.values.filter(({ sensor }) => !commonSensors.has(sensor) && !without.includes(sensor));

/** The first two values of a device on one line, highlighted when they change. */
export function MainValues({
  device,
  app,
  without,
}: {
  device: Device;
  app: string;
  without?: readonly string[] | undefined;
}) {
  const t = useText();
  const values = mainSensorValues(device, without).slice(0, mainCount);
  if (device.token !== 'active')
    return (
      <span className={classes.hidden}>
        <IconEyeOff size={iconSizes.sm} aria-hidden />
        {t('token.hiddenShort')}
      </span>
    );
  return (
    <span className={classes.values}>
      {values.map((value) => (
        <MainValue key={value.sensor} value={value} app={app} staleAfterSeconds={device.staleAfterSeconds} />
      ))}
    </span>
  );
}

function MainValue({ value, app, staleAfterSeconds }: { value: LatestValue; app: string; staleAfterSeconds: number }) {
  const kitText = useKitText();
  const { name, valueText } = useSensorTexts(app);
  const fresh = useFlash(`${value.value}/${value.time}`);
  const now = useNow();
  const stale = value.time !== null && now - Date.parse(value.time) > staleAfterSeconds * 1000;
  return (
    <span className={classes.mainValue} data-fresh={fresh || undefined} data-stale={stale || undefined}>
      <span className={classes.mainName}>{name(value.sensor)}</span>
      <bdi dir={typeof value.value === 'number' ? 'ltr' : 'auto'}>{valueText(value)}</bdi>
      {stale && (
        <Tooltip label={kitText('device.staleHint')}>
          <IconClockExclamation size={iconSizes.sm} role="img" aria-label={kitText('device.stale')} />
        </Tooltip>
      )}
    </span>
  );
}
