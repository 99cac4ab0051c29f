import { useMemo } from 'react';
import { useAlarmTexts } from '#core/alarms/web/parts.tsx';
import type { TemplateState } from '#core/devices/common/device.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { withUnit } from '#platform/common/text/with-unit.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useKitText, useLabels } from '#platform/web/i18n/texts.ts';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { ApplicationState } from '../common/template.ts';
import { useTemplateModels } from './source.ts';
import { useText } from './texts.ts';

export const stateTones: Record<TemplateState, Tone> = {
  none: 'none',
  pending: 'ok',
  'in-sync': 'good',
  outdated: 'ok',
  drifted: 'poor',
  failed: 'problem',
};
export const applicationTones: Record<ApplicationState, Tone> = {
  pending: 'none',
  waiting: 'ok',
  done: 'good',
  error: 'problem',
};

/** Texts of what a template sets: fields, values, durations. */
export function useTemplateTexts(app: AppManifest) {
  const t = useText();
  const kit = useKitText();
  const appTexts = useLabels(app.id);
  const errors = useLabels('templates');
  const alarms = useAlarmTexts(app);
  const { number, language } = useFormats();
  const models = useTemplateModels(app);
  return useMemo(() => {
    const setting = (key: string) => {
      const name = `settings.${key}`;
      return appTexts.has(name) ? appTexts.label(name) : errors.has(name) ? errors.label(name) : key;
    };
    /** An option of a choice: those of settings that the platform applies have its names. */
    const option = (key: string, value: string) => {
      const name = `values.${key}.${value}`;
      return appTexts.has(name) ? appTexts.label(name) : errors.has(name) ? errors.label(name) : value;
    };
    const duration = (seconds: number) =>
      seconds % 60 === 0
        ? t('duration.minutes', { number: number(seconds / 60) })
        : t('duration.seconds', { number: number(seconds) });
    return {
      setting,
      duration,
      model: (id: number) => models.find((model) => model.id === id)?.name[language] ?? '–',
      option,
      /** The name of a field: `intervalSeconds`, a setting, or `rule.<kind>`. */
      field: (field: string) =>
        field === 'intervalSeconds'
          ? t('fields.intervalSeconds')
          : field.startsWith('rule.')
            ? t('ruleOf', { kind: alarms.title({ kind: field.slice(5), names: null }) })
            : setting(field),
      value(
        field: string,
        value: number | boolean | string,
        settings: (typeof models)[number]['settings'] = {},
      ): string {
        if (field === 'intervalSeconds') return duration(Number(value));
        const known = settings[field];
        if (typeof value === 'boolean') return kit(value ? 'actions.yes' : 'actions.no');
        if (typeof value === 'number') return withUnit(number(value), known?.kind === 'number' ? known.unit : null);
        return option(field, value);
      },
      /** Why something failed. */
      error: (code: string) => errors.label(`errors.${code}`),
    };
  }, [t, kit, appTexts, errors, alarms, number, language, models]);
}
