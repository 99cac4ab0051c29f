import { Button, Group, Progress, Stack, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useMemo } from 'react';
import { DeviceLink, deviceAddress } from '#core/devices/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type ApplicationDevice, applicationStates } from '../../common/template.ts';
import type { TemplateSource } from '../source.ts';
import classes from '../Templates.module.css';
import { applicationTones, useTemplateTexts } from '../template-texts.ts';
import { useText } from '../texts.ts';
import { ApplicationCounts } from './ApplicationCounts.tsx';

const { ago } = columnsFor<ApplicationDevice>();
type Props = { source: TemplateSource; templateId: number; id: number; onClose(): void };

/** An application with its devices, followed live; failed ones can be tried again. */
export function ApplicationPanel({ source: { app, calls }, templateId, id, onClose }: Props) {
  const t = useText();
  const texts = useTemplateTexts(app);
  const params = useMemo(() => ({ id: templateId, applicationId: id }), [templateId, id]);
  const { ask, pending } = useAction(calls.retry);
  const columns = useMemo(
    (): Column<ApplicationDevice>[] => [
      {
        field: 'device',
        width: 2,
        sortable: false,
        to: ({ device }) => deviceAddress(app, device),
        render: ({ device }) => <DeviceLink to={deviceAddress(app, device)} name={device.name} />,
        text: ({ device }) => device.name,
      },
      {
        field: 'state',
        name: 'result',
        width: 1,
        sortable: false,
        render: ({ state }) => (
          <StatusChip value={state} field="applicationState" namespace="templates" tones={applicationTones} />
        ),
        text: ({ state }) => t(`values.applicationState.${state}`),
      },
      {
        field: 'code',
        width: 2,
        sortable: false,
        render: ({ code }) => (code ? texts.error(code) : '–'),
        text: ({ code }) => (code ? texts.error(code) : ''),
      },
      ago('changedAt', { width: 1, sortable: false }),
    ],
    [app, t, texts],
  );
  const rowActions = useMemo(
    () => [
      rowAction<ApplicationDevice>('retry', {
        icon: IconRefresh,
        access: calls.retry.route.access,
        shown: ({ state }) => state === 'error',
        updates: true,
        run: ({ device }) => ask({ params, body: { deviceIds: [device.id] }, silent: 'success' }),
      }),
    ],
    [calls, ask, params],
  );
  return (
    <SidePanel wide title={t('application.title')} onClose={onClose}>
      <Stack gap="md">
        <ApplicationProgress
          calls={calls}
          templateId={templateId}
          id={id}
          onRetry={() => void ask({ params, body: {} })}
          retrying={pending}
        />
        <ListView
          of={{ list: calls.applicationDevices }}
          namespace="templates"
          table={`${app.id}_template_application`}
          params={params}
          columns={columns}
          filters={[
            {
              field: 'state',
              kind: 'select',
              options: applicationStates.map((value) => ({ value, label: t(`values.applicationState.${value}`) })),
            },
          ]}
          empty="applicationDevice"
          rowActions={rowActions}
          live={{ topics: ['devices'], about: ({ type }) => type === 'changed' }}
          exports
        />
      </Stack>
    </SidePanel>
  );
}

type ProgressProps = {
  calls: TemplateSource['calls'];
  templateId: number;
  id: number;
  retrying: boolean;
  onRetry(): void;
};
const refetchMs = 1000;

function ApplicationProgress({ calls, templateId, id, retrying, onRetry }: ProgressProps) {
  const t = useText();
  const { number } = useFormats();
  const list = { limit: 100, skip: 0, total: false };
  const query = useData(
    calls.applications,
    { params: { id: templateId }, list },
    { silent: true, staleTime: 0, refetchInterval: refetchMs },
  );
  const counts = query.data?.data.find((one) => one.id === id)?.counts;
  if (!counts) return null;
  const { pending = 0, done = 0, waiting = 0, error = 0 } = counts;
  const all = pending + done + waiting + error;
  const reached = all - pending;
  return (
    <div className={classes.progress} aria-live="polite">
      <Group justify="space-between" gap="sm">
        <Text size="sm">{t('application.progress', { done: number(reached), all: number(all) })}</Text>
        <ApplicationCounts counts={counts} />
      </Group>
      <Progress value={all === 0 ? 0 : (reached / all) * 100} aria-label={t('application.title')} />
      {waiting > 0 && (
        <Text size="sm" c="dimmed">
          {t('application.waiting')}
        </Text>
      )}
      {error > 0 && (
        <Can access={calls.retry.route.access}>
          <Group>
            <Button
              variant="default"
              size="xs"
              loading={retrying}
              leftSection={<IconRefresh size={iconSizes.sm} aria-hidden />}
              onClick={onRetry}
            >
              {t('application.retryAll')}
            </Button>
          </Group>
        </Can>
      )}
    </div>
  );
}
