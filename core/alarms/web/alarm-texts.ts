import { useMemo } from 'react';
import { type SensorTexts, useSensorTexts, useSensorTextsOf } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { Language } from '#platform/web/i18n/i18n.ts';
import { oncePerKey } from '#platform/web/i18n/once-per-key.ts';
import { type Labels, useLabels, useLabelsOf } from '#platform/web/i18n/texts.ts';
import type { Alarm } from '../common/alarm.ts';
import { type LimitTexts, measuredText } from '../common/limit-text.ts';
import { declaredKindOf } from '../common/rule-kind.ts';
import { customName } from '../common/rule-name.ts';

type Words = { appTexts: Labels; sharedTexts: Labels; sensors: SensorTexts; language: Language };

function textsOf({ appTexts, sharedTexts, sensors, language }: Words) {
  const { name, eventName, attributeName, valueText, typeOf } = sensors;
  const kind = (kind: string): string => {
    const key = `alarms.${kind}`;
    return appTexts.has(key) ? appTexts.label(key) : sharedTexts.has(key) ? sharedTexts.label(key) : kind;
  };
  const limits: LimitTexts = {
    locale: language,
    sensor: name,
    value(sensor, value) {
      const type = typeOf(sensor);
      const shown = type?.kind === 'boolean' ? value !== 0 && value !== false : value;
      return valueText({ sensor, value: shown, unit: type?.unit ?? '', decimals: decimalsOf(value, type?.decimals) });
    },
    place: (word, what) => sharedTexts.label(`atPlace.${word}`, { what }),
    event: (kind) => eventName(kind),
    attribute: (key) => attributeName(key),
    noData: (duration) => sharedTexts.label('noDataFor', { duration }),
  };
  return {
    /** The name of a kind of alarms. */
    kind,
    /** The name of an alarm: that of its custom rule, else of its kind. */
    title: ({ kind: of, names }: Pick<Alarm, 'kind' | 'names'>): string =>
      customName(names, language) ?? kind(declaredKindOf({ kind: of })),
    /** The name of an alarm class. */
    className: (name: string): string => {
      const key = `values.class.${name}`;
      return appTexts.has(key) ? appTexts.label(key) : sharedTexts.label(key);
    },
    /** The subject of an alarm: a device, or the app's name of its type. */
    subject: ({ subject: { type } }: { subject: Pick<Alarm['subject'], 'type'> }): string =>
      type === 'device' || type === 'shared'
        ? sharedTexts.label(type === 'device' ? 'facts.subject' : 'facts.shared')
        : appTexts.label(`subjects.${type}`),
    /** A company of an alarm by its role. */
    party: (role: unknown): string =>
      typeof role === 'string' && appTexts.has(`parties.${role}`) ? appTexts.label(`parties.${role}`) : '',
    /** What the closing action stated, in words. */
    outcome: ({ outcome }: Pick<Alarm, 'outcome'>): string =>
      Object.entries(outcome ?? {})
        .map(([key, value]) =>
          appTexts.has(`values.${key}.${value}`) ? appTexts.label(`values.${key}.${value}`) : String(value),
        )
        .join(' · '),
    limits,
    /** What was measured and the limit that it crossed; null without both. */
    measured: (alarm: Pick<Alarm, 'sensor' | 'value' | 'limit'>): string | null => measuredText(alarm, limits),
  };
}
export type AlarmTexts = ReturnType<typeof textsOf>;

/** Texts of an app's alarms in the person's language: kinds, classes and measured values. */
export function useAlarmTexts(app: Pick<AppManifest, 'id'>): AlarmTexts {
  const appTexts = useLabels(app.id);
  const sharedTexts = useLabels('alarms');
  const sensors = useSensorTexts(app.id);
  const { language } = useFormats();
  return useMemo(
    () => textsOf({ appTexts, sharedTexts, sensors, language }),
    [appTexts, sharedTexts, sensors, language],
  );
}

/** The same for several apps, by the id of the app. */
export function useAlarmTextsOf(apps: readonly Pick<AppManifest, 'id'>[]): (app: string) => AlarmTexts {
  const ids = apps.map(({ id }) => id);
  const labelsOf = useLabelsOf(ids);
  const sharedTexts = useLabels('alarms');
  const sensorsOf = useSensorTextsOf(ids);
  const { language } = useFormats();
  return useMemo(
    () =>
      oncePerKey((app: string) => textsOf({ appTexts: labelsOf(app), sharedTexts, sensors: sensorsOf(app), language })),
    [labelsOf, sharedTexts, sensorsOf, language],
  );
}

/** The decimals of a sensor, more for a limit that has more. */
function decimalsOf(value: number | boolean | string, decimals = 0): number {
  const own = typeof value === 'number' ? (String(value).split('.')[1]?.length ?? 0) : 0;
  return Math.min(Math.max(own, decimals), 3);
}
