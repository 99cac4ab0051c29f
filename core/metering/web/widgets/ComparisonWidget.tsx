import { MultiSelect, Select, Stack, Text } from '@mantine/core';
import { deviceAppOf } from '#core/device-app/web/parts.tsx';
import { useData, useList } from '#platform/web/client/hooks.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import type { WidgetOptions, WidgetProps } from '#platform/web/shell/routing/bind-pages.ts';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { type compareRoutes, fewestCompared, maxComparedMeters } from '../../common/compare.ts';
import { CompareRanking } from '../compare/CompareRanking.tsx';
import { useText } from '../texts.ts';
import { useDeviceSensors } from './use-device-sensors.ts';

const calls = mountedCalls<{ analysis: ReturnType<typeof compareRoutes> }>('analysis');
type By = 'structure' | 'device';
type OptionsProps = WidgetProps & { onChange(options: WidgetOptions): void };

const periods = [1, 7, 30, 92] as const;
const dayMs = 86_400_000;
const hourMs = 3_600_000;
const offered = 100;

const choiceOf = ({ ids, quantity, days }: WidgetOptions) => ({
  ids: Array.isArray(ids) ? ids.filter((id) => typeof id === 'number').slice(0, maxComparedMeters) : [],
  quantity: typeof quantity === 'string' ? quantity : '',
  days: periods.find((period) => period === days) ?? 30,
});

/** Two to six structures or devices compared with each other and with the period before. */
function Comparison({ app, options, by }: WidgetProps & { by: By }) {
  const t = useText();
  const { ids, quantity, days } = choiceOf(options);
  const { compare } = calls.of(app).analysis;
  const enabled = ids.length >= fewestCompared && quantity !== '';
  const to = Math.ceil(Date.now() / hourMs) * hourMs;
  const query = useData(
    compare,
    {
      query: {
        by,
        ids: ids.join(),
        quantity,
        with: 'previous',
        from: new Date(to - days * dayMs).toISOString(),
        to: new Date(to).toISOString(),
      },
    },
    { enabled, silent: true },
  );
  if (!enabled)
    return (
      <Text size="sm" c="dimmed">
        {t('overview.choose')}
      </Text>
    );
  return query.data ? <CompareRanking reply={query.data} /> : <QueryBoundary of={query} height="100%" />;
}

function Options({ app, options, onChange, by }: OptionsProps & { by: By }) {
  const t = useText();
  const { ids, quantity, days } = choiceOf(options);
  const { calls } = deviceAppOf(app);
  const request = { limit: offered, total: false };
  const structures = useList(calls.catalogue.structures, request, { enabled: by === 'structure' });
  const devices = useList(calls.device.list, request, { enabled: by === 'device' });
  const sensors = useDeviceSensors(app);
  const rows: readonly { id: number; name: string }[] = by === 'structure' ? structures.rows : devices.rows;
  return (
    <Stack>
      <MultiSelect
        label={t(`compare.choose.${by}`)}
        searchable
        maxValues={maxComparedMeters}
        value={rows.length > 0 ? ids.map(String) : []}
        data={rows.map((row) => ({ value: String(row.id), label: row.name }))}
        onChange={(next) => onChange({ ...options, ids: next.map(Number) })}
      />
      <Select
        label={t('compare.quantity')}
        searchable
        value={quantity || null}
        data={sensors}
        onChange={(next) => onChange({ ...options, quantity: next ?? '' })}
      />
      <Select
        label={t('overview.period')}
        allowDeselect={false}
        value={String(days)}
        data={periods.map((period) => ({ value: String(period), label: t('overview.days', { count: period }) }))}
        onChange={(next) => onChange({ ...options, days: Number(next) })}
      />
    </Stack>
  );
}

export const StructureComparison = (props: WidgetProps) => <Comparison {...props} by="structure" />;
export const DevicesComparison = (props: WidgetProps) => <Comparison {...props} by="device" />;
export const StructureOptions = (props: OptionsProps) => <Options {...props} by="structure" />;
export const DevicesOptions = (props: OptionsProps) => <Options {...props} by="device" />;
