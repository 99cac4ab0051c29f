import { Text } from '@mantine/core';
import { useCallback } from 'react';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { Device } from '../common/device.ts';
import { useText } from './texts.ts';

type Forecast = NonNullable<Device['batteryForecast']>;

/** How many days a battery will last, as text. */
export function useBatteryDays(): (days: number) => string {
  const t = useText();
  const { number } = useFormats();
  return useCallback(
    (days) => {
      const count = Math.round(days);
      return count < 1 ? t('battery.lessThanDay') : t('battery.days', { count, days: number(count, 0) });
    },
    [t, number],
  );
}

/** How many days a battery will last: the measured range, or only the estimate of the model. */
export function BatteryLife({ forecast: { days, from, to } }: { forecast: Forecast }) {
  const t = useText();
  const { number } = useFormats();
  const daysOf = useBatteryDays();
  return (
    <span>
      {daysOf(days)}{' '}
      <Text span inherit c="dimmed">
        {from === null || to === null
          ? t('battery.byModel')
          : t('battery.range', { from: number(Math.floor(from), 0), to: number(Math.ceil(to), 0) })}
      </Text>
    </span>
  );
}
