import { useMemo } from 'react';
import { withUnitOnOneLine } from '#platform/common/text/with-unit.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { oncePerKey } from '#platform/web/i18n/once-per-key.ts';
import { type Labels, useKitText, useLabels, useLabelsOf } from '#platform/web/i18n/texts.ts';
import { registeredApps } from '#platform/web/session/session.ts';
import { devices } from '../../app.ts';
import type { LatestValue } from '../../common/device.ts';
import type { SensorType } from '../../common/manifest.ts';

type ValueParts = Pick<LatestValue, 'sensor' | 'value' | 'unit' | 'decimals'>;

type Words = {
  appTexts: Labels;
  sharedTexts: Labels;
  kitText: ReturnType<typeof useKitText>;
  number: ReturnType<typeof useFormats>['number'];
};

function textsOf(app: string, { appTexts, sharedTexts, kitText, number }: Words) {
  const textOf = (key: string): string | undefined =>
    appTexts.has(key) ? appTexts.label(key) : sharedTexts.has(key) ? sharedTexts.label(key) : undefined;

  /** The text of a boolean or text value, such as "open" for a door; numbers are returned unchanged. */
  function stateText(sensor: string, value: LatestValue['value']): LatestValue['value'] {
    if (value === null || typeof value === 'number') return value;
    return (
      textOf(`values.${sensor}.${value}`) ??
      (typeof value === 'boolean' ? kitText(value ? 'actions.yes' : 'actions.no') : value)
    );
  }
  const typeOf = (sensor: string): SensorType | undefined =>
    [registeredApps().find(({ id }) => id === app), devices]
      .flatMap((app) => app?.sensorTypes ?? [])
      .find(({ key }) => key === sensor);
  return {
    typeOf,
    name: (sensor: string): string => textOf(`sensors.${sensor}`) ?? sensor,
    eventName: (kind: string): string => textOf(`events.${kind}`) ?? kind,
    eventField: (field: string): string => textOf(`eventFields.${field}`) ?? field,
    attributeName: (key: string): string => textOf(`attributes.${key}`) ?? key,
    pathName: (line: string): string => textOf(`values.path.${line}`) ?? line,
    stateText,
    /** The value with its unit. */
    valueText({ sensor, value, unit, decimals }: ValueParts): string {
      if (typeof value !== 'number') return String(stateText(sensor, value) ?? '–');
      return withUnitOnOneLine(number(value, decimals), unit);
    },
  };
}
export type SensorTexts = ReturnType<typeof textsOf>;

/** Texts of sensors and their values, of the app first, then of the devices slice. */
export function useSensorTexts(app: string): SensorTexts {
  const appTexts = useLabels(app);
  const sharedTexts = useLabels('devices');
  const kitText = useKitText();
  const { number } = useFormats();
  return useMemo(
    () => textsOf(app, { appTexts, sharedTexts, kitText, number }),
    [app, appTexts, sharedTexts, kitText, number],
  );
}

/** Like `useSensorTexts` for several apps, for lists whose rows belong to different ones. */
export function useSensorTextsOf(apps: readonly string[]): (app: string) => SensorTexts {
  const labelsOf = useLabelsOf(apps);
  const sharedTexts = useLabels('devices');
  const kitText = useKitText();
  const { number } = useFormats();
  return useMemo(
    () => oncePerKey((app: string) => textsOf(app, { appTexts: labelsOf(app), sharedTexts, kitText, number })),
    [labelsOf, sharedTexts, kitText, number],
  );
}
