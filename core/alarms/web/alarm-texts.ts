import { useMemo } from 'react';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import type { Alarm } from '../common/alarm.ts';

/** Texts of an app's alarms in the person's language: kinds, classes and measured values. */
export function useAlarmTexts(app: AppManifest) {
  const appTexts = useLabels(app.id);
  const sharedTexts = useLabels('alarms');
  const { name, valueText, typeOf } = useSensorTexts(app.id);
  return useMemo(
    () => ({
      kind: (kind: string): string => {
        const key = `alarms.${kind}`;
        return appTexts.has(key) ? appTexts.label(key) : sharedTexts.has(key) ? sharedTexts.label(key) : kind;
      },
      /** The name of an alarm class. */
      className: (name: string): string => {
        const key = `values.class.${name}`;
        return appTexts.has(key) ? appTexts.label(key) : sharedTexts.label(key);
      },
      /** The sensor and value of the last hit; null without a sensor. */
      measured({ sensor, value }: Pick<Alarm, 'sensor' | 'value'>): string | null {
        if (!sensor || value === null) return null;
        const type = typeOf(sensor);
        const shown = type?.kind === 'boolean' ? value !== 0 : value;
        return `${name(sensor)}: ${valueText({ sensor, value: shown, unit: type?.unit ?? '', decimals: type?.decimals ?? 0 })}`;
      },
    }),
    [appTexts, sharedTexts, name, valueText, typeOf],
  );
}
