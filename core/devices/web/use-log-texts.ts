import { useCallback, useMemo } from 'react';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { currentLanguage } from '#platform/web/i18n/i18n.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useDeclaredNames } from '#platform/web/session/declared-names.ts';
import { type DeviceLogLine, deviceLogKinds } from '../common/device-log.ts';
import { useText } from './texts.ts';
import { useSensorTexts } from './values/sensor-texts.ts';

const other = { namespace: 'devices', key: 'deviceLogKinds.other' };

/** Isolates the direction of a name within a sentence (FSI … PDI). */
const isolate = (name: string | null) => `\u2068${name ?? ''}\u2069`;

/** A value that a line has in each language, such as the name of a kind of alarm. */
const inLanguage = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && 'en' in value && 'ar' in value
    ? isolate(String(value[currentLanguage()]))
    : value;

/** The texts of lines in logs of devices of an app: each as a sentence, and the kinds for filters. */
export function useLogTexts(app: string) {
  const { label, has } = useLabels('devices');
  const { labelOf, labelsOf, specOf, options } = useDeclaredNames(deviceLogKinds, 'deviceLogKinds', other);
  const { pathName } = useSensorTexts(app);
  return useMemo(() => {
    const sentence = (line: DeviceLogLine): string => {
      const { fromPlace, toPlace, kind, data } = line;
      const placeKey = `deviceLog.place.${kind}`;
      if (toPlace && has(placeKey) && (fromPlace || kind !== 'moved'))
        return label(placeKey, { from: isolate(fromPlace), to: isolate(toPlace) });
      // A kind that no slice declares any more.
      if (!specOf(kind)) return labelOf(kind);
      if (kind === 'supervised' && data.to === null) return label('deviceLog.supervised-by-interval');
      if (kind === 'path-lost' || kind === 'path-restored')
        return label(`deviceLog.${kind}`, { path: isolate(pathName(String(data.path))) });
      const method = String(data.method ?? '');
      const methodText = has(`commands.${method}`) ? label(`commands.${method}`) : method;
      const values = Object.fromEntries(Object.entries(data).map(([name, value]) => [name, inLanguage(value)]));
      return labelsOf(kind).label(`deviceLog.${kind}`, { ...values, method: methodText });
    };
    return { sentence, options };
  }, [label, has, labelOf, labelsOf, specOf, options, pathName]);
}

/** Who did what a line is about. */
export function useLogActor(): (line: DeviceLogLine) => string {
  const t = useText();
  const name = useActorName();
  return useCallback(({ actor, impersonatedBy }) => name(actor, impersonatedBy) ?? t('system'), [t, name]);
}
