import { Alert, Progress, Stack, Table, Text } from '@mantine/core';
import { deviceDesk } from '#core/devices/web/parts.tsx';
import { dayIn } from '#platform/common/time/date-range.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { DayInput } from '#platform/web/ui/input/DayInput.tsx';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { rebuildFields, type TrackRebuild } from '../../common/tracking-setting.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

const shownRebuilds = { limit: 10, skip: 0, total: false };
const refetchMs = 2000;
const isRunning = ({ finishedAt }: TrackRebuild) => finishedAt === null;

/** Recomputes trips, stops and visits: the request, its progress, and earlier ones. */
export function RebuildPanel({ models, mayRebuild }: { models: readonly number[]; mayRebuild: boolean }) {
  const t = useText();
  const query = useData(
    api.trackingSetting.rebuilds,
    { list: shownRebuilds },
    {
      silent: true,
      staleTime: 0,
      refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? refetchMs : false),
    },
  );
  const rebuilds = query.data?.data;
  return (
    <Panel title={t('rebuild.title')}>
      <Stack>
        <Text maw="72ch">{t('rebuild.text')}</Text>
        {rebuilds === undefined ? (
          <QueryBoundary of={query} />
        ) : (
          <>
            {mayRebuild && !rebuilds.some(isRunning) && <RebuildForm models={models} />}
            {rebuilds.length > 0 && <RebuildTable rebuilds={rebuilds} />}
          </>
        )}
      </Stack>
    </Panel>
  );
}

function RebuildForm({ models }: { models: readonly number[] }) {
  const t = useText();
  const { zone } = useFormats();
  const rebuild = useAction(api.trackingSetting.rebuild, { notice: () => t('rebuild.started') });
  const form = useEntityForm(rebuildFields, {
    namespace: 'tracking',
    initial: { from: '', deviceId: null },
    save: (body) => rebuild.ask({ body }),
    clears: true,
  });
  return (
    <EntityForm form={form} submitLabel={t('rebuild.start')}>
      <DayInput {...form.field('from')} value={form.values.from} maxDate={dayIn(zone)} />
      <SearchSelect {...form.field('deviceId')} of={deviceDesk.list} filter={{ hardwareId: models.join(',') }} />
      {form.values.deviceId === null && <Alert variant="light">{t('rebuild.allDevices')}</Alert>}
    </EntityForm>
  );
}

function RebuildTable({ rebuilds }: { rebuilds: readonly TrackRebuild[] }) {
  const t = useText();
  const { date } = useFormats();
  return (
    <Table.ScrollContainer minWidth={420} type="native" tabIndex={0} aria-label={t('rebuild.title')}>
      <Table>
        <Table.Thead>
          <Table.Tr>
            {(['from', 'deviceId', 'by', 'state'] as const).map((column) => (
              <Table.Th key={column} scope="col">
                {t(`rebuild.columns.${column}`)}
              </Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody aria-live="polite">
          {rebuilds.map((one) => (
            <Table.Tr key={one.id}>
              <Table.Td>
                <Bdi>{date(one.from, 'date')}</Bdi>
              </Table.Td>
              <Table.Td>{one.device ? <bdi>{one.device.name}</bdi> : t('rebuild.all')}</Table.Td>
              <Table.Td>
                <bdi>{one.by.name}</bdi>
              </Table.Td>
              <Table.Td>
                <RebuildState rebuild={one} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function RebuildState({ rebuild: { devices, done, finishedAt } }: { rebuild: TrackRebuild }) {
  const t = useText();
  const { date, number } = useFormats();
  if (finishedAt !== null) return <Bdi>{date(finishedAt)}</Bdi>;
  const progress = t('rebuild.progress', { done: number(done), all: number(devices) });
  return (
    <>
      <Text size="sm">{progress}</Text>
      <Progress value={devices === 0 ? 0 : (done / devices) * 100} aria-label={progress} />
    </>
  );
}
