import { Alert, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconCheck, IconRefresh, IconUnlink } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { DeviceDetail } from '#core/devices/common/device.ts';
import type { AppManifest } from '#platform/common/define-app.ts';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { refetchQueries } from '#platform/web/client/live/live-queries.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can, usePermitted } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { SearchSelect } from '#platform/web/ui/input/SearchSelect.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { DeviceTemplate, Drift } from '../common/device-template.ts';
import { NeedsNetwork, useNoNetwork } from './NeedsNetwork.tsx';
import { type Model, templateSource, useTemplateModels } from './source.ts';
import classes from './Templates.module.css';
import { stateTones, useTemplateTexts } from './template-texts.ts';
import { useText } from './texts.ts';

type Props = { app: AppManifest; device: DeviceDetail };

/** The template of a device: how it follows it, where it differs, and what can be done about it. */
export function DeviceTemplateTab({ app, device }: Props) {
  const { calls } = templateSource(app);
  const client = useQueryClient();
  const params = { id: device.id };
  const query = useData(calls.ofDevice, { params }, { silent: true, staleTime: 0 });
  const drift = useData(calls.drift, { params }, { silent: true, staleTime: 0 });
  useLive(['devices'], ({ type, data }) => {
    if (type === 'changed' && (data as { id: number }).id === device.id)
      refetchQueries(client, calls.ofDevice.keyPrefix);
  });
  if (!query.data) return <QueryBoundary of={query} />;
  return query.data.template ? (
    <Followed app={app} device={device} followed={query.data} drift={drift.data ?? []} />
  ) : (
    <Choice app={app} device={device} offered={query.data.offered} />
  );
}

/** Gives the device a template; that of its model is offered. */
function Choice({ app, device, offered }: Props & Pick<DeviceTemplate, 'offered'>) {
  const t = useText();
  const { calls } = templateSource(app);
  const [chosen, setChosen] = useState<number | null>(offered?.id ?? null);
  const assign = useAction(calls.assign);
  const may = usePermitted(calls.assign.route.access);
  const noNetwork = useNoNetwork();
  return (
    <Panel title={t('device.template')}>
      <Stack gap="md" align="start">
        <Text c="dimmed">{t(offered ? 'device.offered' : 'device.noTemplate')}</Text>
        {may && (
          <>
            <SearchSelect
              label={t('apply.template')}
              of={calls.list}
              filter={{ hardwareId: String(device.hardware.id), status: 'active' }}
              known={offered}
              value={chosen}
              onChange={setChosen}
            />
            <NeedsNetwork />
            <Button
              disabled={chosen === null || noNetwork}
              loading={assign.pending}
              onClick={() =>
                chosen !== null &&
                assign.run({ params: { id: device.id }, body: { templateId: chosen, keepLocal: true } })
              }
            >
              {t('apply.button')}
            </Button>
          </>
        )}
      </Stack>
    </Panel>
  );
}

function Followed({ app, device, followed, drift }: Props & { followed: DeviceTemplate; drift: readonly Drift[] }) {
  const t = useText();
  const { addresses, calls } = templateSource(app);
  const { number, date } = useFormats();
  const texts = useTemplateTexts(app);
  const model = useTemplateModels(app).find(({ id }) => id === device.hardware.id);
  const assign = useAction(calls.assign);
  const detach = useAction(calls.detach);
  const noNetwork = useNoNetwork();
  const { template, state, since, failure, overrides } = followed;
  if (!template) return null;
  return (
    <Panels>
      <Facts
        title={t('device.template')}
        items={[
          [
            t('columns.name'),
            <Anchor key="name" component={Link} to={addresses.details(template.id)}>
              <bdi>{template.name}</bdi>
            </Anchor>,
          ],
          [
            t('columns.version'),
            template.version < template.newest
              ? t('device.older', { version: number(template.version), newest: number(template.newest) })
              : number(template.version),
          ],
          [
            t('columns.state'),
            <span key="state" className={classes.badge}>
              <StatusChip value={state} field="templateState" namespace="templates" tones={stateTones} />
              <Ago at={since} />
            </span>,
          ],
        ]}
      />
      {failure && (
        <Alert color="red" variant="light" title={t('device.failed')}>
          {texts.error(failure)}
        </Alert>
      )}
      {drift.length > 0 && <Differences app={app} device={device} model={model} drift={drift} />}
      {overrides.length > 0 && (
        <Facts
          title={t('device.accepted')}
          items={overrides.map(({ field, value, by, at }) => [
            texts.field(field),
            <span key={field} className={classes.badge}>
              <bdi>{texts.value(field, value, model?.settings)}</bdi>
              <Text span size="sm" c="dimmed">
                <bdi>{by ?? ''}</bdi> {date(at)}
              </Text>
            </span>,
          ])}
        />
      )}
      <Can access={calls.assign.route.access}>
        <NeedsNetwork />
        <Group gap="xs">
          <Button
            leftSection={<IconRefresh size={iconSizes.md} aria-hidden />}
            disabled={noNetwork}
            loading={assign.pending}
            onClick={() =>
              assign.run({ params: { id: device.id }, body: { templateId: template.id, keepLocal: false } })
            }
          >
            {t('actions.apply-again')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconUnlink size={iconSizes.md} aria-hidden />}
            disabled={noNetwork}
            loading={detach.pending}
            onClick={() => detach.run({ params: { id: device.id } })}
          >
            {t('actions.detach')}
          </Button>
        </Group>
      </Can>
    </Panels>
  );
}

/** Where the device differs; each value can be accepted. */
function Differences({ app, device, model, drift }: Props & { model: Model | undefined; drift: readonly Drift[] }) {
  const t = useText();
  const { calls } = templateSource(app);
  const texts = useTemplateTexts(app);
  const accept = useAction(calls.accept);
  const may = usePermitted(calls.accept.route.access);
  return (
    <Panel title={t('device.differences')}>
      <div className={classes.scroll}>
        <table className={classes.table} aria-label={t('device.differences')}>
          <thead>
            <tr>
              {(['field', 'wanted', 'actual'] as const).map((column) => (
                <th key={column} scope="col">
                  {t(`columns.${column}`)}
                </th>
              ))}
              {may && <th scope="col">{t('columns.action')}</th>}
            </tr>
          </thead>
          <tbody>
            {drift.map(({ field, wanted, actual, since }) => (
              <tr key={field}>
                <th scope="row">
                  {texts.field(field)}
                  <Text size="sm" c="dimmed">
                    <Ago at={since} />
                  </Text>
                </th>
                <td>
                  <bdi>{texts.value(field, wanted, model?.settings)}</bdi>
                </td>
                <td>
                  <bdi>{texts.value(field, actual, model?.settings)}</bdi>
                </td>
                {may && (
                  <td>
                    <Button
                      size="compact-sm"
                      variant="default"
                      leftSection={<IconCheck size={iconSizes.sm} aria-hidden />}
                      loading={accept.pending}
                      aria-label={t('device.acceptOf', { field: texts.field(field) })}
                      onClick={() => accept.run({ params: { id: device.id }, body: { field } })}
                    >
                      {t('device.accept')}
                    </Button>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Panel>
  );
}
