import { Tooltip } from '@mantine/core';
import { useFormats } from '../../i18n/formats.ts';
import { useKitText } from '../../i18n/texts.ts';
import classes from './BatteryBar.module.css';

/** At or below this percentage a battery is low. */
export const batteryProblemLevel = 20;

/** The charge of a battery in percent; null when the device has none or never reported it. */
export function BatteryBar({
  value,
  problemLevel = batteryProblemLevel,
}: {
  value: number | null | undefined;
  problemLevel?: number;
  row?: unknown;
}) {
  const t = useKitText();
  const { number } = useFormats();
  if (value === null || value === undefined) return <span>–</span>;
  const level = Math.max(0, Math.min(100, value));
  const low = level <= problemLevel;
  return (
    <Tooltip label={t(low ? 'device.batteryLow' : 'device.battery')}>
      <span
        className={classes.battery}
        data-low={low || undefined}
        role="img"
        aria-label={t('device.batteryLevel', { percent: number(level, 0) })}
      >
        <svg viewBox="0 0 28 14" className={classes.body} aria-hidden="true">
          <rect x="1" y="1" width="23" height="12" rx="3" className={classes.shell} />
          <rect x="3" y="3" width={(19 * level) / 100} height="8" rx="1.5" className={classes.charge} />
          <path d="M26 5v4" className={classes.shell} />
        </svg>
        <bdi dir="ltr">{`${number(level, 0)}%`}</bdi>
      </span>
    </Tooltip>
  );
}
