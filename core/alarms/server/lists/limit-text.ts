import { sensorRegistry } from '#core/devices/server/api.ts';
import { withUnit } from '#platform/common/text/with-unit.ts';
import type { Kit } from '#platform/server/kit.ts';
import { textOf } from '#platform/server/locale-texts.ts';
import type { Alarm } from '../../common/alarm.ts';
import { crossedWord, type LimitTexts, limitText, measuredText } from '../../common/limit-text.ts';
import { declaredKindOf } from '../../common/rule-kind.ts';
import type { Locale } from './alarm-names.ts';

/** A text of a rule with places for values, in both languages. */
export type MessageTemplates = { en: string; ar: string } | null;
type Source = Pick<Kit, 'apps'>;

/** The texts of an app's sensors, for mails and messages of rules. */
export function limitTexts({ apps }: Source, app: string, locale: Locale): LimitTexts {
  const find = (key: string) => textOf({ id: app }, locale, key) ?? textOf({ id: 'devices' }, locale, key);
  const number = (value: number, decimals: number) =>
    new Intl.NumberFormat(locale === 'ar' ? 'ar-u-nu-latn' : 'en-GB', { maximumFractionDigits: decimals }).format(
      value,
    );
  return {
    locale,
    sensor: (key) => find(`sensors.${key}`) ?? key,
    value(sensor, value) {
      const type = sensorRegistry(apps).named(app, sensor);
      const state = type?.kind === 'boolean' ? value !== 0 && value !== false : value;
      if (typeof state === 'number') return withUnit(number(state, Math.max(type?.decimals ?? 0, 2)), type?.unit);
      return (
        find(`values.${sensor}.${state}`) ??
        (state === true ? yesAndNo[locale][0] : state === false ? yesAndNo[locale][1] : state)
      );
    },
    place: (word, what) => (textOf({ id: 'alarms' }, locale, `atPlace.${word}`) ?? '').replace('{{what}}', what),
    event: (kind) => find(`events.${kind}`) ?? kind,
    attribute: (key) => find(`attributes.${key}`) ?? key,
    noData: (duration) => (textOf({ id: 'alarms' }, locale, 'noDataFor') ?? '').replace('{{duration}}', duration),
  };
}

const yesAndNo = { en: ['Yes', 'No'], ar: ['نعم', 'لا'] } as const;

type Described = Pick<Alarm, 'app' | 'sensor' | 'value' | 'limit'> & {
  subject: { name: string };
  structure: { name: string } | null;
};

/** What was measured and the limit that it crossed. */
export const measuredLine = (kit: Source, alarm: Described, locale: Locale): string | null =>
  measuredText(alarm, limitTexts(kit, alarm.app, locale));

/** The limit that was crossed, in words: "above 1,000 ppm"; null without such a limit. */
export function crossedLine(kit: Source, { app, limit }: Pick<Alarm, 'app' | 'limit'>, locale: Locale): string | null {
  const text = limit && textOf({ id: 'alarms' }, locale, `crossed.${crossedWord(limit)}`);
  if (!text || limit.sensor === null || Array.isArray(limit.value)) return null;
  return text.replace('{{limit}}', `\u2066${limitTexts(kit, app, locale).value(limit.sensor, limit.value)}\u2069`);
}

/** The text of a language, else of the other; null without text. */
const textIn = (texts: MessageTemplates, locale: Locale) => texts?.[locale] || texts?.en || texts?.ar || null;

/** What a person should do: the text of the rule, else of the app or this slice for the kind; null without any. */
export function guidanceOf(
  { apps }: Source,
  { app: id, kind }: Pick<Alarm, 'app' | 'kind'>,
  texts: MessageTemplates,
  locale: Locale,
): string | null {
  const app = apps.find((one) => one.id === id);
  const key = `guidance.${declaredKindOf({ kind })}`;
  return textIn(texts, locale) ?? (app && textOf(app, locale, key)) ?? textOf({ id: 'alarms' }, locale, key) ?? null;
}

/** The message of a rule with its values, in the language of the reader, else in the other; null without a message. */
export function ruleMessage(kit: Source, alarm: Described, templates: MessageTemplates, locale: Locale): string | null {
  const template = textIn(templates, locale);
  if (!template) return null;
  const texts = limitTexts(kit, alarm.app, locale);
  const values: Record<string, string> = {
    device: alarm.subject.name,
    value: alarm.sensor === null || alarm.value === null ? '–' : texts.value(alarm.sensor, alarm.value),
    limit: alarm.limit ? limitText(alarm.limit, texts) : '–',
    place: alarm.structure?.name ?? '–',
  };
  return template.replaceAll(/\{(device|value|limit|place)\}/g, (_, name: string) => values[name] ?? '');
}
