import { useMemo } from 'react';
import { useSearchParams } from 'react-router';
import { historyAddress } from '#core/alarms/common/alarm-desk.ts';
import { AlarmPanel, AlarmShortcuts, useAlarmTexts } from '#core/alarms/web/parts.tsx';
import { useSiteFilter } from '#core/places/web/parts.tsx';
import type { FiltersOf } from '#platform/web/ui/list/filters/filters.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { defcon } from '../../app.ts';
import { intrusionClass, ofIncidents } from '../../common/alarms.ts';
import { intrusionKinds } from '../../common/codes/kinds.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { IncidentCard } from './IncidentCard.tsx';
import { QueueHead, Ringing } from './queue/QueueHead.tsx';
import { useQueueColumns } from './queue/queue-columns.tsx';

const shown = { app: defcon, class: ofIncidents };
const isClosed = ({ closedAt }: { closedAt?: unknown }) => closedAt !== null;

/** Where incidents are handled: the queue by urgency, and next to it all that must be known about the one in hand. */
export function WorkbenchPage() {
  const t = useText();
  const [params] = useSearchParams();
  const { kind } = useAlarmTexts(defcon);
  const site = useSiteFilter();
  const columns = useQueueColumns();
  const open = params.has('alarm');
  const steady = useMemo(() => ({ held: open, gone: isClosed }), [open]);
  const filters = useMemo(
    (): FiltersOf<typeof api.intrusionAlarm.live> => [
      {
        field: 'rank',
        kind: 'select',
        options: ['1', '2', '3'].map((value) => ({ value, label: t('workbench.rank', { rank: value }) })),
      },
      { field: 'kind', kind: 'select', options: intrusionKinds.map((value) => ({ value, label: kind(value) })) },
      { field: 'structureId', ...site },
      { field: 'acknowledged', kind: 'boolean' },
    ],
    [t, kind, site],
  );
  return (
    <PageFrame
      fill
      action={<Ringing />}
      tabs={[
        { label: t('workbench.tabs.open'), to: `${defcon.web}/${intrusionClass.page}` },
        { label: t('workbench.tabs.closed'), to: `${historyAddress}?app=defcon&class=intrusion` },
      ]}
    >
      <AlarmShortcuts of={shown} />
      <QueueHead />
      <ListView
        of={{ list: api.intrusionAlarm.live }}
        columns={columns}
        filters={filters}
        card={(alarm) => <IncidentCard alarm={alarm} />}
        steady={steady}
        live={{ topics: ['alarms'], about: ({ data, own }) => !own && isOfIncidents(data) }}
        aside={<AlarmPanel wide />}
        empty="intrusionAlarm"
        emptyDrawing="bell"
        exports
      />
    </PageFrame>
  );
}

const isOfIncidents = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'app' in data && data.app === 'defcon';
