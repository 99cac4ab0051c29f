import { useCallback } from 'react';
import { ruleName } from '#core/alarms/common/rule-name.ts';
import { useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { useCommandText } from '#core/commands/web/parts.tsx';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import type { TemplateContent } from '../common/template.ts';
import { type Threshold, type ThresholdSide, thresholdSeverities } from '../common/thresholds.ts';
import type { Model } from './source.ts';
import { useTemplateTexts } from './template-texts.ts';
import { useText } from './texts.ts';

/** A line of a version: its subject, its text, and the value by which versions are compared. */
export type DescribedLine = { key: string; label: string; text: string; value: string };

/** Describes a version in lines that people read. */
export function useDescription(app: AppManifest): (content: TemplateContent, model?: Model) => DescribedLine[] {
  const t = useText();
  const kit = useKitText();
  const { language, number } = useFormats();
  const { name, typeOf } = useSensorTexts(app.id);
  const { kind } = useAlarmTexts(app);
  const command = useCommandText(app.id);
  const texts = useTemplateTexts(app);
  return useCallback(
    ({ intervalSeconds, thresholds, rules, settings }, model) => {
      // Within Arabic a number and its unit read from left to right.
      const measured = (value: number, unit: string) => `\u2066${number(value)}${unit ? `\u00a0${unit}` : ''}\u2069`;
      const sideText = (side: ThresholdSide, label: string, unit: string) => {
        const limits = thresholdSeverities.flatMap((severity) => {
          const limit = side[severity];
          return limit === undefined ? [] : [`${kit(`values.severity.${severity}`)} ${measured(limit, unit)}`];
        });
        return limits.length > 0 ? [`${label}: ${limits.join(' · ')}`] : [];
      };
      const thresholdText = ({ sensor, low, high, forSeconds }: Threshold) => {
        const unit = typeOf(sensor)?.unit ?? '';
        return [
          ...sideText(low, t('threshold.low'), unit),
          ...sideText(high, t('threshold.high'), unit),
          ...(forSeconds > 0 ? [t('threshold.after', { duration: texts.duration(forSeconds) })] : []),
        ].join(' — ');
      };
      return [
        ...(intervalSeconds === null
          ? []
          : [
              {
                key: 'interval',
                label: t('fields.intervalSeconds'),
                text: texts.duration(intervalSeconds),
                value: String(intervalSeconds),
              },
            ]),
        ...thresholds.map((threshold) => ({
          key: `threshold.${threshold.sensor}`,
          label: name(threshold.sensor),
          text: thresholdText(threshold),
          value: JSON.stringify(threshold),
        })),
        ...rules.map((rule) => ({
          key: `rule.${rule.name}`,
          label: ruleName(rule, language),
          text: [
            `${kind(rule.kind)}: ${rule.levels.map(({ severity }) => kit(`values.severity.${severity}`)).join(' · ')}`,
            ...(rule.actions ?? []).map(command),
            ...(rule.enabled === false ? [t('rule.off')] : []),
          ].join(' — '),
          value: JSON.stringify(rule),
        })),
        ...Object.entries(settings).map(([key, value]) => ({
          key: `setting.${key}`,
          label: texts.setting(key),
          text: texts.value(key, value, model?.settings),
          value: String(value),
        })),
      ];
    },
    [t, kit, language, number, name, typeOf, kind, command, texts],
  );
}
