import { NumberInput, Select, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type NumberOfPositions, ofPositions } from '#core/devices/common/models/kept-settings.ts';
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

const numberKeys = [
  'stopMetres',
  'stopSeconds',
  'gapSeconds',
  'leastTripMetres',
  'leastTripSeconds',
  'idleSpeed',
] as const satisfies readonly NumberOfPositions[];

/** How a company distinguishes stops and gaps from trips, and measures trips; and their recomputation. */
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
    initial: trackingSetting.fields.parse(before),
    save: (body) => save.ask({ body }),
  });
  return (
    <EntityForm form={form} needsChange>
      {numberKeys.map((key) => (
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
      <Select
        {...form.field('distanceSource')}
        value={form.values.distanceSource ?? null}
        description={t('settings.hints.distanceSource')}
        placeholder={t('settings.byModel')}
        data={ofPositions.distanceSource.options.map((value) => ({
          value,
          label: t(`values.distanceSource.${value}`),
        }))}
        clearable
        clearButtonProps={{ 'aria-label': t('settings.byModel') }}
      />
    </EntityForm>
  );
}

function ShownSettings({ setting }: { setting: ShownTrackingSetting }) {
  const t = useText();
  const { number } = useFormats();
  return (
    <Facts
      items={[
        ...numberKeys.map((key): [string, ReactNode] => {
          const value = setting[key];
          const unit = t(`settings.units.${ofPositions[key].unit}`);
          return [
            t(`fields.${key}`),
            value === null ? t('settings.byModel') : <Bdi key={key}>{`${number(value)} ${unit}`}</Bdi>,
          ];
        }),
        [
          t('fields.distanceSource'),
          setting.distanceSource === null
            ? t('settings.byModel')
            : t(`values.distanceSource.${setting.distanceSource}`),
        ],
      ]}
    />
  );
}
