import { Alert, Button, Group, MultiSelect, SegmentedControl, Select, Stack, Switch } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { useDeviceApp } from '#core/device-app/web/parts.tsx';
import { useSensorTexts } from '#core/devices/web/parts.tsx';
import { SiteLink } from '#core/places/web/parts.tsx';
import { maxChartDays } from '#core/telemetry/common/reading.ts';
import { useData, useList } from '#platform/web/client/hooks.ts';
import { mountedCalls } from '#platform/web/client/mounted-calls.ts';
import { useKitText } from '#platform/web/i18n/texts.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { TimeChart } from '#platform/web/ui/chart/TimeChart.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { PeriodSelector } from '#platform/web/ui/time/PeriodSelector.tsx';
import { usePeriod } from '#platform/web/ui/time/use-period.ts';
import {
  type CompareReply,
  type compareRoutes,
  fewestCompared,
  maxComparedMeters,
  type Normalisation,
  normalisations,
} from '../../common/compare.ts';
import { useText } from '../texts.ts';
import { hasStatus } from '../use-metering.ts';
import { CompareRanking } from './CompareRanking.tsx';
import { type CompareChoice, useCompareChoice } from './use-compare-choice.ts';
import { useRankingExport } from './use-ranking-export.ts';

const calls = mountedCalls<{ analysis: ReturnType<typeof compareRoutes> }>('analysis');

const thisMonth = 4;
const shownOptions = 100;

/** Compares two to six structures or devices over a period. The address contains all choices. */
export function ComparePage() {
  const t = useText();
  const { app } = useDeviceApp();
  const { analysis } = calls.of(app);
  const [choice, change] = useCompareChoice();
  const tabs = useGroupTabs();
  const { chosen, period, choose } = usePeriod({ initial: thisMonth, maxDays: maxChartDays });
  const options = useOptions(choice.by);
  const enough = choice.ids.length >= fewestCompared && choice.quantity !== '';
  const { by, ids, quantity, previous, normalise } = choice;
  const query = useData(
    analysis.compare,
    {
      query: {
        by,
        ids: ids.join(),
        quantity,
        ...period,
        with: previous ? 'previous' : 'none',
        normalise,
      },
    },
    { enabled: enough, silent: true, placeholderData: keepPreviousData },
  );
  return (
    <PageFrame
      tabs={tabs}
      action={<PeriodSelector value={chosen} onChange={choose} maxDays={maxChartDays} />}
      toolbar={<Choices choice={choice} options={options} onChange={change} />}
    >
      {!enough && options.failed ? (
        <FailedState onRetry={options.retry} />
      ) : !enough ? (
        <Panel>
          <EmptyState drawing="chart" title={t('compare.empty.title')} text={t('compare.empty.text')} />
        </Panel>
      ) : hasStatus(query.error, 477) ? (
        <Panel>
          <EmptyState drawing="chart" title={t('compare.nothing.title')} text={t('compare.nothing.text')} />
        </Panel>
      ) : query.data && !query.isError ? (
        <Comparison
          reply={query.data}
          perArea={normalise === 'area' && by === 'structure'}
          loading={query.isPlaceholderData}
        />
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}

type ComparisonProps = { reply: CompareReply; perArea: boolean; loading: boolean };

function Comparison({ reply, perArea, loading }: ComparisonProps) {
  const t = useText();
  const kit = useKitText();
  const { exportRanking } = useRankingExport(reply);
  const { items, buckets, unit, counter, decimals } = reply;
  const withoutArea = perArea && counter ? items.filter(({ grossArea }) => grossArea === null) : [];
  return (
    <Stack aria-busy={loading}>
      {withoutArea.length > 0 && (
        <Alert color="gray">
          <Group gap="sm">
            {t('compare.noArea')}
            {withoutArea.map((site) => (
              <SiteLink key={site.id} site={site} />
            ))}
          </Group>
        </Alert>
      )}
      <Panel title={t('compare.chart')}>
        <TimeChart
          label={t('compare.chart')}
          unit={unit}
          series={items.map(({ name, values }) => ({
            name,
            kind: counter ? 'bar' : 'line',
            unit,
            decimals,
            points: buckets.map((at, n) => [at, values[n] ?? null] as const),
          }))}
        />
      </Panel>
      <Panel
        title={t('compare.ranking')}
        aside={
          <Button
            variant="default"
            size="xs"
            leftSection={<IconDownload size={iconSizes.sm} aria-hidden />}
            onClick={exportRanking}
          >
            {kit('list.export')}
          </Button>
        }
      >
        <CompareRanking reply={reply} />
      </Panel>
    </Stack>
  );
}

/** What can be compared: the structures or devices, and the quantities. */
function useOptions(by: CompareChoice['by']) {
  const { calls } = useDeviceApp();
  const request = { limit: shownOptions, total: false };
  const structures = useList(calls.catalogue.structures, request, { enabled: by === 'structure' });
  const devices = useList(calls.device.list, request, { enabled: by === 'device' });
  const sensors = useList(calls.catalogue.sensorTypes, {});
  const items = by === 'structure' ? structures : devices;
  const failed = [items, sensors].filter(({ error }) => error !== null);
  return {
    rows: items.rows as readonly { id: number; name: string }[],
    sensors: sensors.rows,
    failed: failed.length > 0,
    retry: () => {
      for (const query of failed) query.retry();
    },
  };
}

type ChoicesProps = {
  choice: CompareChoice;
  options: ReturnType<typeof useOptions>;
  onChange(part: Partial<CompareChoice>): void;
};

function Choices({ choice, options: { rows, sensors }, onChange }: ChoicesProps) {
  const t = useText();
  const { app } = useDeviceApp();
  const { name } = useSensorTexts(app.id);
  return (
    <Stack gap="sm">
      <Group gap="sm">
        <SegmentedControl
          aria-label={t('compare.by')}
          value={choice.by}
          data={(['structure', 'device'] as const).map((value) => ({ value, label: t(`values.by.${value}`) }))}
          onChange={(by) => onChange({ by: by === 'device' ? 'device' : 'structure', ids: [] })}
        />
        <Select
          aria-label={t('compare.quantity')}
          placeholder={t('compare.quantity')}
          searchable
          value={choice.quantity || null}
          data={sensors
            .filter(({ kind }) => kind === 'number')
            .map((sensor) => ({ value: sensor.name, label: name(sensor.name) }))}
          onChange={(quantity) => onChange({ quantity: quantity ?? '' })}
        />
        <Switch
          label={t('compare.previous')}
          checked={choice.previous}
          onChange={(event) => onChange({ previous: event.currentTarget.checked })}
        />
        {choice.by === 'structure' && (
          <SegmentedControl
            aria-label={t('compare.normalise')}
            value={choice.normalise}
            data={normalisations.map((value) => ({ value, label: t(`values.normalise.${value}`) }))}
            onChange={(normalise) => onChange({ normalise: normalise as Normalisation })}
          />
        )}
      </Group>
      <MultiSelect
        aria-label={t(`compare.choose.${choice.by}`)}
        placeholder={choice.ids.length === 0 ? t(`compare.choose.${choice.by}`) : ''}
        searchable
        maxValues={maxComparedMeters}
        hidePickedOptions
        value={rows.length > 0 ? choice.ids.map(String) : []}
        data={rows.map((row) => ({ value: String(row.id), label: row.name }))}
        onChange={(ids) => onChange({ ids: ids.map(Number) })}
      />
    </Stack>
  );
}
