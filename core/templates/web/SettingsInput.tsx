import { NumberInput, Select } from '@mantine/core';
import type { ModelSetting, SettingValue } from '#core/devices/common/models/model-settings.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { unitSuffix } from '#platform/common/text/with-unit.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import type { TemplateContent } from '../common/template.ts';
import type { ErrorAt } from './TemplateForm.tsx';
import classes from './Templates.module.css';
import { useTemplateTexts } from './template-texts.ts';
import { useText } from './texts.ts';

type Settings = TemplateContent['settings'];
type Props = {
  app: AppManifest;
  settings: Readonly<Record<string, ModelSetting>>;
  errorAt: ErrorAt;
  value: Settings;
  onChange(value: Settings): void;
};

/** The settings of a model. An empty one is left as it is on the device. */
export function SettingsInput({ app, settings, errorAt, value, onChange }: Props) {
  const t = useText();
  const kit = useKitText();
  const texts = useTemplateTexts(app);
  const set = (key: string, next: SettingValue | undefined) => {
    const { [key]: _, ...rest } = value;
    onChange(next === undefined ? rest : { ...rest, [key]: next });
  };
  return (
    <div className={classes.pair}>
      {Object.entries(settings).map(([key, setting]) => {
        const common = {
          name: `settings.${key}`,
          label: texts.setting(key),
          error: errorAt(`settings.${key}`),
          placeholder: t('interval.unset'),
        };
        const current = value[key];
        if (setting.kind === 'number')
          return (
            <NumberInput
              key={key}
              {...common}
              description={t('range', { from: setting.min, to: setting.max })}
              suffix={unitSuffix(setting.unit)}
              hideControls
              value={typeof current === 'number' ? current : ''}
              onChange={(next) => set(key, typeof next === 'number' ? next : undefined)}
            />
          );
        const options =
          setting.kind === 'boolean'
            ? [true, false].map((one) => ({ value: String(one), label: kit(one ? 'actions.yes' : 'actions.no') }))
            : setting.options.map((one) => ({ value: one, label: texts.option(key, one) }));
        return (
          <Select
            key={key}
            {...common}
            clearable
            clearButtonProps={{ 'aria-label': t('interval.unset') }}
            data={options}
            value={current === undefined ? null : String(current)}
            onChange={(next) =>
              set(key, next === null ? undefined : setting.kind === 'boolean' ? next === 'true' : next)
            }
          />
        );
      })}
    </div>
  );
}
