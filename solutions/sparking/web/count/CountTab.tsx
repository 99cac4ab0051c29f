import { Button, Group, Select, Stack, Text } from '@mantine/core';
import { IconMoon, IconPencil } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes, sizes } from '#platform/web/theme.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { GroupCount as Count, ShownCorrection } from '../../common/counter.ts';
import type { ShownGroup } from '../../common/group.ts';
import type { ShownLocation } from '../../common/location.ts';
import { api, useText } from '../api.ts';
import { CountersPanel } from './CountersPanel.tsx';
import { CountForm } from './CountForm.tsx';

const { date, number } = columnsFor<ShownCorrection>();

type Props = { location: Pick<ShownLocation, 'id' | 'countMode'> };

/** The groups of a car park that counters count: what they say, its corrections, and a correction by a person. */
export function CountTab({ location }: Props) {
  const t = useText();
  const query = useData(api.group.list, { list: { filter: { locationId: [String(location.id)] }, limit: 100 } });
  const [chosen, setChosen] = useState<number | null>(null);
  if (!query.data) return <QueryBoundary of={query} />;
  const counted = query.data.data.filter(({ countMode }) => (countMode ?? location.countMode) !== 'slots');
  const group = counted.find(({ id }) => id === chosen) ?? counted[0];
  const counters = (ifAny: boolean) => (
    <Can access={api.counter.list.route.access} on={{ resource: location.id }}>
      <CountersPanel locationId={location.id} ifAny={ifAny} />
    </Can>
  );
  if (!group)
    return (
      <>
        <EmptyState drawing="list" title={t('count.none.title')} text={t('count.none.text')} />
        {counters(true)}
      </>
    );
  return (
    <Stack>
      {counted.length > 1 && (
        <Select
          label={t('columns.group')}
          maw={sizes.form}
          value={String(group.id)}
          data={counted.map(({ id, name }) => ({ value: String(id), label: name }))}
          allowDeselect={false}
          onChange={(id) => setChosen(Number(id))}
        />
      )}
      <GroupCount key={group.id} group={group} />
      {counters(false)}
      <Corrections key={`corrections ${group.id}`} group={group} />
    </Stack>
  );
}

function GroupCount({ group }: { group: ShownGroup }) {
  const t = useText();
  const { number: figure, date: dateOf } = useFormats();
  const client = useQueryClient();
  const params = { id: group.id };
  const query = useData(api.count.get, { params });
  const [asked, setAsked] = useState<'correct' | 'give' | null>(null);
  const withdraw = useAction(api.count.withdraw, { invalidates: [api.count.get] });
  const key = api.count.get.key({ params });
  useLive([`car-park:${group.locationId}`], () => refetchQueries(client, key), key);
  if (!query.data) return <QueryBoundary of={query} />;
  const { raw, shown, capacity, nightlyAt, given } = query.data;
  return (
    <Panel title={group.name}>
      <Stack align="start">
        <Facts
          items={[
            [t('count.shown'), t('count.ofCapacity', { count: figure(shown), capacity: figure(capacity) })],
            [t('count.free'), figure(capacity - shown)],
            [t('count.raw'), figure(raw)],
            ...(nightlyAt === null
              ? []
              : [[`${t('count.nightly')} (${dateOf(nightlyAt)})`, <Given key="given" given={given} />] as const]),
          ]}
        />
        {raw !== shown && <Text c="dimmed">{t('count.impossible')}</Text>}
        <Can access={api.count.set.route.access}>
          <Group>
            <Button leftSection={<IconPencil size={iconSizes.md} aria-hidden />} onClick={() => setAsked('correct')}>
              {t('count.correct')}
            </Button>
            {nightlyAt !== null && (
              <Button
                variant="default"
                leftSection={<IconMoon size={iconSizes.md} aria-hidden />}
                onClick={() => setAsked('give')}
              >
                {t('count.give')}
              </Button>
            )}
            {given !== null && (
              <Button variant="subtle" loading={withdraw.pending} onClick={() => withdraw.run({ params })}>
                {t('count.withdraw')}
              </Button>
            )}
          </Group>
        </Can>
      </Stack>
      {asked && <CountForm group={group} count={query.data} what={asked} onClose={() => setAsked(null)} />}
    </Panel>
  );
}

function Given({ given }: { given: Count['given'] }) {
  const t = useText();
  const { number: figure } = useFormats();
  if (given === null) return t('count.notGiven');
  const count = figure(given.value);
  return given.by ? t('count.givenBy', { count, name: given.by.name }) : count;
}

function Corrections({ group }: { group: ShownGroup }) {
  const t = useText();
  const params = useMemo(() => ({ id: group.id }), [group.id]);
  const columns = useMemo(
    () =>
      [
        date('at'),
        { field: 'cause', width: 2, sortable: false },
        number('before', { sortable: false }),
        number('after', { sortable: false }),
        {
          field: 'user',
          sortable: false,
          render: ({ user }: ShownCorrection) => user?.name ?? t('count.byRule'),
          text: ({ user }: ShownCorrection) => user?.name ?? t('count.byRule'),
        },
        { field: 'reason', width: 3, sortable: false },
      ] as const,
    [t],
  );
  return (
    <Panel title={t('lists.count')}>
      <ListView
        of={{ list: api.count.corrections }}
        namespace="sparking"
        params={params}
        columns={columns}
        empty="correction"
        exports
      />
    </Panel>
  );
}
