import { Tooltip } from '@mantine/core';
import { IconClockExclamation, IconEyeOff } from '@tabler/icons-react';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { useFlash } from '#platform/web/ui/values/use-flash.ts';
import type { Device, LatestValue } from '../common/device.ts';
import classes from './Devices.module.css';
import { useSensorTexts } from './sensor-texts.ts';
import { useText } from './texts.ts';

// What every device tells stands in columns of its own.
const common = new Set(['battery', 'rssi', 'tamper']);
const mainCount = 2;

/** What the device is there to measure, in the order of its model. */
export const measuredBy = (device: Pick<Device, 'values'>): LatestValue[] =>
  device.values.filter((one) => !common.has(one.sensor));

/** The two first values of a device on one line, lit up when they are new. */
export function MainValues({ device, app }: { device: Device; app: string }) {
  const t = useText();
  const values = measuredBy(device).slice(0, mainCount);
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
  const kit = useKitText();
  const { name, plain } = useSensorTexts(app);
  const fresh = useFlash(`${value.value}/${value.time}`);
  const now = useNow();
  const stale = value.time !== null && now - Date.parse(value.time) > staleAfterSeconds * 1000;
  return (
    <span className={classes.mainValue} data-fresh={fresh || undefined} data-stale={stale || undefined}>
      <span className={classes.mainName}>{name(value.sensor)}</span>
      <bdi dir={typeof value.value === 'number' ? 'ltr' : 'auto'}>{plain(value)}</bdi>
      {stale && (
        <Tooltip label={kit('device.staleHint')}>
          <IconClockExclamation size={iconSizes.sm} role="img" aria-label={kit('device.stale')} />
        </Tooltip>
      )}
    </span>
  );
}
