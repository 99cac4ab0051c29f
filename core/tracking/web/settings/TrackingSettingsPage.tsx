import { NumberInput, Text } from '@mantine/core';
import { ofPositions } from '#core/devices/common/models/kept-settings.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { type ShownTrackingSetting, trackingSetting } from '../../common/tracking-setting.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { RebuildPanel } from './RebuildPanel.tsx';

const settingKeys = ['stopMetres', 'stopSeconds', 'gapSeconds'] as const;

/** The limits by which a company distinguishes stops and gaps from trips, and the recomputation of trips. */
export function TrackingSettingsPage() {
  const t = useText();
  const { date } = useFormats();
  const query = useData(api.trackingSetting.read, {}, { silent: true, staleTime: 0 });
  const mayChange = usePermitted(api.trackingSetting.set.route.access);
  const setting = query.isFetchedAfterMount ? query.data : undefined;
  return (
    <PageFrame>
      {setting === undefined ? (
        <QueryBoundary of={query} />
      ) : (
        <Panels sideBySide>
          <Panel title={t('settings.title')}>
            <Text mb="md" maw="72ch">
              {t('settings.text')}
            </Text>
            {mayChange ? <SettingForm before={setting} /> : <ShownSettings setting={setting} />}
            {setting.since !== null && (
              <Text mt="md" size="sm" c="dimmed">
                {t('settings.since', { time: `\u2066${date(setting.since)}\u2069` })}
              </Text>
            )}
          </Panel>
          <RebuildPanel models={setting.models} mayRebuild={mayChange} />
        </Panels>
      )}
    </PageFrame>
  );
}

function SettingForm({ before }: { before: ShownTrackingSetting }) {
  const t = useText();
  const save = useAction(api.trackingSetting.set);
  const form = useEntityForm(trackingSetting.fields, {
    namespace: 'tracking',
    initial: { stopMetres: before.stopMetres, stopSeconds: before.stopSeconds, gapSeconds: before.gapSeconds },
    save: (body) => save.ask({ body }),
  });
  return (
    <EntityForm form={form} needsChange>
      {settingKeys.map((key) => (
        <NumberInput
          key={key}
          {...form.field(key)}
          value={form.values[key] ?? ''}
          description={t(`settings.hints.${key}`, { min: ofPositions[key].min, max: ofPositions[key].max })}
          placeholder={t('settings.byModel')}
          suffix={` ${t(`settings.units.${ofPositions[key].unit}`)}`}
          allowDecimal={false}
        />
      ))}
    </EntityForm>
  );
}

function ShownSettings({ setting }: { setting: ShownTrackingSetting }) {
  const t = useText();
  const { number } = useFormats();
  return (
    <Facts
      items={settingKeys.map((key) => {
        const value = setting[key];
        const unit = t(`settings.units.${ofPositions[key].unit}`);
        return [
          t(`fields.${key}`),
          value === null ? t('settings.byModel') : <Bdi key={key}>{`${number(value)} ${unit}`}</Bdi>,
        ];
      })}
    />
  );
}
