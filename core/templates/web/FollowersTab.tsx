import { IconRefresh, IconUnlink } from '@tabler/icons-react';
import { useMemo } from 'react';
import { templateStates } from '#core/devices/common/device.ts';
import { DeviceLink, deviceAddress } from '#core/devices/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Follower } from '../common/device-template.ts';
import type { TemplateRow } from '../common/template.ts';
import type { TemplateSource } from './source.ts';
import { stateTones, useTemplateTexts } from './template-texts.ts';
import { useText } from './texts.ts';

const { ago, number } = columnsFor<Follower>();

/** The devices that follow a template, and how. */
export function FollowersTab({ source: { app, calls }, template }: { source: TemplateSource; template: TemplateRow }) {
  const t = useText();
  const texts = useTemplateTexts(app);
  const { ask: assign } = useAction(calls.assign);
  const { ask: detach } = useAction(calls.detach);
  const columns = useMemo((): Column<Follower>[] => {
    const why = ({ drift, failure }: Follower) =>
      failure ? texts.error(failure) : drift.map(({ field }) => texts.field(field)).join(' · ');
    return [
      {
        field: 'device',
        width: 2,
        sortable: false,
        to: ({ device }) => `${deviceAddress(app, device)}?tab=template`,
        render: ({ device }) => <DeviceLink to={`${deviceAddress(app, device)}?tab=template`} name={device.name} />,
        text: ({ device }) => device.name,
      },
      {
        field: 'state',
        width: 1,
        sortable: false,
        render: ({ state }) => (
          <StatusChip value={state} field="templateState" namespace="templates" tones={stateTones} />
        ),
        text: ({ state }) => t(`values.templateState.${state}`),
      },
      { field: 'drift', width: 2, sortable: false, render: (row) => <bdi>{why(row) || '–'}</bdi>, text: why },
      number('version', { width: 1, sortable: false }),
      ago('since', { width: 1, sortable: false }),
    ];
  }, [app, t, texts]);
  const rowActions = useMemo(() => {
    const access = calls.assign.route.access;
    return [
      rowAction<Follower>('apply-again', {
        icon: IconRefresh,
        access,
        updates: true,
        run: ({ id }) =>
          assign({ params: { id }, body: { templateId: template.id, keepLocal: false }, silent: 'success' }),
      }),
      rowAction<Follower>('detach', {
        icon: IconUnlink,
        access,
        updates: true,
        run: ({ id }) => detach({ params: { id }, silent: 'success' }),
      }),
    ];
  }, [calls, assign, detach, template.id]);
  return (
    <ListView
      of={{ list: calls.devices }}
      namespace="templates"
      table={`${app.id}_template_devices`}
      params={{ id: template.id }}
      columns={columns}
      filters={[
        {
          field: 'state',
          kind: 'select',
          options: templateStates
            .filter((state) => state !== 'none')
            .map((value) => ({ value, label: t(`values.templateState.${value}`) })),
        },
      ]}
      empty="templateDevice"
      rowActions={rowActions}
      live={{ topics: ['devices'], about: ({ type }) => type === 'changed' }}
      exports
    />
  );
}
