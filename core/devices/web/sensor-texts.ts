import { useMemo } from 'react';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText, useLabels } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { devices } from '../app.ts';
import type { LatestValue } from '../common/device.ts';
import type { SensorType } from '../common/manifest.ts';

type Shown = Pick<LatestValue, 'sensor' | 'value' | 'unit' | 'decimals'>;

/** Words of sensors: those of the app first, then those that every device may have. */
export function useSensorTexts(app: string) {
  const own = useLabels(app);
  const common = useLabels('devices');
  const kit = useKitText();
  const { number } = useFormats();
  return useMemo(() => {
    const textOf = (key: string): string | undefined =>
      own.has(key) ? own.label(key) : common.has(key) ? common.label(key) : undefined;

    /** States have words: a leak is found or not, a door is open or closed. */
    function word(sensor: string, value: LatestValue['value']): LatestValue['value'] {
      if (value === null || typeof value === 'number') return value;
      return (
        textOf(`values.${sensor}.${value}`) ??
        (typeof value === 'boolean' ? kit(value ? 'actions.yes' : 'actions.no') : value)
      );
    }
    const typeOf = (sensor: string): SensorType | undefined =>
      [registeredApps().find(({ id }) => id === app), devices as AppManifest]
        .flatMap((one) => one?.sensorTypes ?? [])
        .find(({ key }) => key === sensor);
    return {
      typeOf,
      name: (sensor: string): string => textOf(`sensors.${sensor}`) ?? sensor,
      word,
      /** The value with its unit, as plain text. */
      plain({ sensor, value, unit, decimals }: Shown): string {
        if (typeof value !== 'number') return String(word(sensor, value) ?? '–');
        return `${number(value, decimals)}${unit ? ` ${unit}` : ''}`;
      },
    };
  }, [app, own, common, kit, number]);
}
