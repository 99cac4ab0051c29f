import { Alert, Group, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { batteryLifeDays } from '#core/devices/common/battery-forecast.ts';
import { commonSensors } from '#core/devices/common/models/quantities.ts';
import { useBatteryDays } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { required } from '#platform/web/ui/form/required.ts';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import { type NewTemplate, newTemplate, type TemplateContent } from '../common/template.ts';
import { SettingsInput } from './SettingsInput.tsx';
import { type Model, type TemplateSource, useTemplateModels } from './source.ts';
import { TemplateRulesInput } from './TemplateRulesInput.tsx';
import { ThresholdsInput } from './ThresholdsInput.tsx';
import { useTemplateTexts } from './template-texts.ts';
import { useText } from './texts.ts';

export type TemplateDraft = Pick<NewTemplate, 'name' | 'description'> & TemplateContent & { hardwareId: number | null };
type Props = {
  source: TemplateSource;
  before: TemplateDraft;
  /** The number of devices of the stored template; undefined for a new one. */
  devices?: number;
  /** The content that a model begins with. */
  starterOf?(hardwareId: number): TemplateContent | undefined;
  save(values: NewTemplate): Promise<unknown>;
};

function useTemplateForm({ before, save }: Props) {
  return useEntityForm(newTemplate, { namespace: 'templates', initial: { ...before }, save });
}
/** The error of a field by its path: `thresholds.0.high.poor`. */
export type ErrorAt = (path: string) => ReactNode;

/** Edits a template: name, model, reporting interval, limits, rules and settings. */
export function TemplateForm(props: Props) {
  const { source, devices, starterOf } = props;
  const t = useText();
  const { app } = source;
  const { language } = useFormats();
  const models = useTemplateModels(app);
  const form = useTemplateForm(props);
  const values = form.values as TemplateDraft;
  const model = models.find(({ id }) => id === values.hardwareId);
  const errorAt: ErrorAt = (path) => form.field(path as 'name').error;
  const sensors = [...new Set([...(model?.sensors ?? []).map(({ name }) => name), ...commonSensors])];
  return (
    <EntityForm form={form} cancelTo={source.addresses.list} wide>
      {devices ? (
        <Alert variant="light" title={t('form.newVersion')}>
          {t('form.newVersionText', { count: devices })}
        </Alert>
      ) : null}
      <Panels>
        <Panel title={t('parts.what')}>
          <Stack gap="sm">
            <TextInput {...form.field('name')} maxLength={120} />
            <Textarea {...form.field('description')} autosize maxLength={500} />
            <Select
              {...form.field('hardwareId')}
              {...required}
              searchable
              allowDeselect={false}
              disabled={devices !== undefined}
              data={models.map(({ id, name }) => ({ value: String(id), label: name[language] }))}
              value={values.hardwareId === null ? null : String(values.hardwareId)}
              onChange={(next) => {
                const hardwareId = Number(next);
                const content = starterOf?.(hardwareId);
                form.set('hardwareId', hardwareId);
                if (!content) return;
                form.set('intervalSeconds', content.intervalSeconds);
                form.set('thresholds', content.thresholds);
                form.set('rules', content.rules);
                form.set('settings', content.settings);
              }}
            />
          </Stack>
        </Panel>
        {model && (
          <>
            <Panel title={t('parts.reporting')}>
              <IntervalInput
                source={source}
                model={model}
                value={values.intervalSeconds}
                error={errorAt('intervalSeconds')}
                onChange={(seconds) => form.set('intervalSeconds', seconds)}
              />
              <BatteryHint model={model} seconds={values.intervalSeconds ?? model.reportEverySeconds} />
            </Panel>
            <Panel title={t('parts.thresholds')}>
              <ThresholdsInput
                app={app}
                sensors={sensors}
                errorAt={errorAt}
                value={values.thresholds}
                onChange={(thresholds) => form.set('thresholds', thresholds)}
              />
            </Panel>
            <Panel title={t('parts.rules')}>
              <TemplateRulesInput
                app={app}
                sensors={sensors}
                solutionId={model.solutionId}
                errorAt={errorAt}
                value={values.rules}
                onChange={(rules) => form.set('rules', rules)}
              />
            </Panel>
            {Object.keys(model.settings).length > 0 && (
              <Panel title={t('parts.settings')}>
                <SettingsInput
                  app={app}
                  settings={model.settings}
                  errorAt={errorAt}
                  value={values.settings}
                  onChange={(settings) => form.set('settings', settings)}
                />
              </Panel>
            )}
          </>
        )}
      </Panels>
    </EntityForm>
  );
}

/** How long a full battery lasts at the interval that is entered. */
function BatteryHint({ model: { battery }, seconds }: { model: Model; seconds: number }) {
  const t = useText();
  const batteryDays = useBatteryDays();
  if (!battery || seconds <= 0) return null;
  return (
    <Text size="sm" c="dimmed" mt="xs" aria-live="polite">
      {t('interval.battery', { days: batteryDays(batteryLifeDays(battery, seconds)) })}
    </Text>
  );
}

type IntervalProps = {
  source: TemplateSource;
  model: Model;
  value: number | null;
  error: ReactNode;
  onChange(seconds: number | null): void;
};

/** The reporting interval: one of the model's list, or seconds within its range. Empty leaves that of the device. */
function IntervalInput({
  source: { app },
  model: { interval, reporting, reportEverySeconds },
  value,
  error,
  onChange,
}: IntervalProps) {
  const t = useText();
  const { duration } = useTemplateTexts(app);
  if (!interval)
    return (
      <Text size="sm" c="dimmed">
        {reporting
          ? t('interval.byMotion', {
              moving: duration(reporting.movingSeconds),
              parked: duration(reporting.parkedSeconds),
            })
          : t('interval.fixed', { duration: duration(reportEverySeconds) })}
      </Text>
    );
  const label = t('fields.intervalSeconds');
  if (!('min' in interval))
    return (
      <Select
        name="intervalSeconds"
        label={label}
        error={error}
        clearable
        clearButtonProps={{ 'aria-label': t('interval.unset') }}
        placeholder={t('interval.unset')}
        data={interval.map((seconds) => ({ value: String(seconds), label: duration(seconds) }))}
        value={value === null ? null : String(value)}
        onChange={(next) => onChange(next === null ? null : Number(next))}
      />
    );
  return (
    <Group align="end">
      <NumberInput
        name="intervalSeconds"
        label={label}
        description={t('interval.range', { from: duration(interval.min), to: duration(interval.max) })}
        error={error}
        placeholder={t('interval.unset')}
        suffix={` ${t('interval.seconds')}`}
        min={0}
        allowDecimal={false}
        hideControls
        value={value ?? ''}
        onChange={(next) => onChange(typeof next === 'number' ? next : null)}
      />
    </Group>
  );
}
