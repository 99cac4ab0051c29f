import { Button, Group, NumberInput, Select, Stack, Text, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { ColdCalibration } from '../../common/cold/cold-routes.ts';
import { calibration } from '../../common/cold/product-class.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { ColdTable } from './ColdTable.tsx';

const headings = ['certificate', 'laboratory', 'doneOn', 'dueOn'] as const;

/** The calibrations of the sensor, the newest first. */
export function Calibrations({ device, calibrations }: { device: number; calibrations: readonly ColdCalibration[] }) {
  const t = useText();
  const { date } = useFormats();
  const [adding, setAdding] = useState(false);
  return (
    <Panel
      title={t('cold.calibrations')}
      aside={
        <Can access={api.cold.calibrate.route.access}>
          <Button
            variant="default"
            leftSection={<IconPlus size={iconSizes.sm} aria-hidden />}
            onClick={() => setAdding(true)}
          >
            {t('cold.addCalibration')}
          </Button>
        </Can>
      }
    >
      {calibrations.length === 0 ? (
        <Text c="dimmed">{t('cold.noCalibrations')}</Text>
      ) : (
        <ColdTable
          minWidth={480}
          headings={headings.map((heading) => t(`fields.${heading}`))}
          rows={calibrations.map((one, at) => ({
            key: one.id,
            cells: [
              <bdi key="certificate">{one.certificate}</bdi>,
              <bdi key="laboratory">{one.laboratory}</bdi>,
              <Bdi key="doneOn">{date(one.doneOn, 'date')}</Bdi>,
              <Group key="dueOn" gap="xs">
                <Bdi>{date(one.dueOn, 'date')}</Bdi>
                {at === 0 && Date.parse(one.dueOn) < Date.now() && <ToneChip tone="poor">{t('cold.overdue')}</ToneChip>}
              </Group>,
            ],
          }))}
        />
      )}
      {adding && <CalibrationPanel device={device} onClose={() => setAdding(false)} />}
    </Panel>
  );
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const maxPoints = 5;

function CalibrationPanel({ device, onClose }: { device: number; onClose(): void }) {
  const t = useText();
  const calibrate = useAction(api.cold.calibrate, { invalidates: [api.cold.read] });
  const form = useEntityForm(calibration, {
    namespace: 'metrowatch',
    initial: {
      certificate: '',
      laboratory: '',
      doneOn: day(0),
      dueOn: day(365),
      accuracyClass: 1 as 1 | 2,
      points: [{ reference: 0, shown: 0 }],
    },
    save: (body) => calibrate.ask({ params: { id: device }, body }),
    onSaved: onClose,
  });
  const points = form.values.points as ColdCalibration['points'];
  const setPoint = (at: number, part: Partial<ColdCalibration['points'][number]>) =>
    form.set(
      'points',
      points.map((one, n) => (n === at ? { ...one, ...part } : one)),
    );
  const amount = (value: string | number) => (typeof value === 'number' ? value : Number.NaN);
  return (
    <SidePanel title={t('cold.addCalibration')} onClose={onClose} keepOpen>
      <EntityForm form={form}>
        <TextInput {...form.field('certificate')} data-autofocus />
        <TextInput {...form.field('laboratory')} />
        <TextInput {...form.field('doneOn')} type="date" />
        <TextInput {...form.field('dueOn')} type="date" />
        <Select
          {...form.field('accuracyClass')}
          data={['1', '2'].map((value) => ({ value, label: t(`values.accuracyClass.${value as '1' | '2'}`) }))}
          value={String(form.values.accuracyClass)}
          allowDeselect={false}
          onChange={(value) => form.set('accuracyClass', Number(value) as 1 | 2)}
        />
        <Stack gap="xs">
          {points.map((point, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: points have no identity of their own
            <Group key={at} grow>
              <NumberInput
                label={t('cold.reference')}
                suffix=" °C"
                value={Number.isNaN(point.reference) ? '' : point.reference}
                onChange={(value) => setPoint(at, { reference: amount(value) })}
              />
              <NumberInput
                label={t('cold.shown')}
                suffix=" °C"
                value={Number.isNaN(point.shown) ? '' : point.shown}
                onChange={(value) => setPoint(at, { shown: amount(value) })}
              />
            </Group>
          ))}
          {form.field('points').error && (
            <Text size="sm" c="var(--severity-problem-text)" role="alert">
              {form.field('points').error}
            </Text>
          )}
          <Group gap="xs">
            {points.length < maxPoints && (
              <Button
                variant="subtle"
                size="xs"
                onClick={() => form.set('points', [...points, { reference: Number.NaN, shown: Number.NaN }])}
              >
                {t('cold.addPoint')}
              </Button>
            )}
            {points.length > 1 && (
              <Button variant="subtle" size="xs" onClick={() => form.set('points', points.slice(0, -1))}>
                {t('cold.removePoint')}
              </Button>
            )}
          </Group>
        </Stack>
      </EntityForm>
    </SidePanel>
  );
}
