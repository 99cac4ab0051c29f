import { useMemo } from 'react';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { Alarm } from '../common/alarm.ts';

/** Kinds and measured values of an app's alarms in the person's language. */
export function useAlarmTexts(app: AppManifest) {
  const own = useLabels(app.id);
  const common = useLabels('alarms');
  const { name, valueText, typeOf } = useSensorTexts(app.id);
  return useMemo(
    () => ({
      kind: (kind: string): string => {
        const key = `alarms.${kind}`;
        return own.has(key) ? own.label(key) : common.has(key) ? common.label(key) : kind;
      },
      /** What a class of alarms is called. */
      className: (name: string): string => {
        const key = `values.class.${name}`;
        return own.has(key) ? own.label(key) : common.label(key);
      },
      /** What was measured when it was last hit; nothing when no sensor was the cause. */
      measured({ sensor, value }: Pick<Alarm, 'sensor' | 'value'>): string | null {
        if (!sensor || value === null) return null;
        const type = typeOf(sensor);
        const shown = type?.kind === 'boolean' ? value !== 0 : value;
        return `${name(sensor)}: ${valueText({ sensor, value: shown, unit: type?.unit ?? '', decimals: type?.decimals ?? 0 })}`;
      },
    }),
    [own, common, name, valueText, typeOf],
  );
}
