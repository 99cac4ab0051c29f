import { Alert, Button } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useCommandTexts } from '#core/commands/web/parts.tsx';
import { CodeBlock } from '#core/devices/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { StatusChip, ToneChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Connector } from '../common/connector.ts';
import { type ConnectorLink, type Downlink, type DownlinkState, downlinkStates } from '../common/link.ts';
import { api, useText } from './api.ts';
import { LinkForm } from './LinkForm.tsx';

/** While the broker connects, its state is read again after this time. */
const pollMs = 2000;

/** Where the commands of the devices of a connector go, and the state of each. */
export function CommandsTab({ connector }: { connector: Connector }) {
  const t = useText();
  const query = useData(
    api.link.get,
    { params: { id: connector.id } },
    { silent: true, refetchInterval: ({ state }) => (state.data?.link?.way === 'mqtt' ? pollMs : false) },
  );
  const [secret, setSecret] = useState<string | null>(null);
  if (!query.data) return <QueryBoundary of={query} />;
  const { link } = query.data;
  return (
    <Panels>
      <Panel title={t('link.title')} aside={link && <LinkState link={link} />}>
        {secret && (
          <>
            <Alert title={t('secret.onceTitle')} role="status">
              {t('link.secretText')}
            </Alert>
            <CodeBlock label={t('secret.title')} text={secret} />
          </>
        )}
        <LinkForm
          // A new form for each stored state.
          key={link ? `${link.way} ${link.url} ${link.userName} ${link.template} ${link.hasKey}` : 'none'}
          connector={connector}
          link={link}
          onSaved={(made) => made && setSecret(made)}
        />
        {link && <RemoveLink connector={connector} />}
      </Panel>
      <Panel title={t('downlinks.title')}>
        <Downlinks connector={connector} />
      </Panel>
    </Panels>
  );
}

function LinkState({ link: { way, connectedAt, fault } }: { link: ConnectorLink }) {
  const t = useText();
  const { label } = useLabels('integrations');
  if (way !== 'mqtt') return <ToneChip tone="good">{t('states.on')}</ToneChip>;
  if (connectedAt) return <ToneChip tone="good">{t('link.connected')}</ToneChip>;
  return <ToneChip tone={fault ? 'problem' : 'ok'}>{fault ? label(`faults.${fault}`) : t('link.connecting')}</ToneChip>;
}

function RemoveLink({ connector }: { connector: Connector }) {
  const t = useText();
  const [confirming, setConfirming] = useState(false);
  const remove = useAction(api.link.remove);
  const run = () => {
    setConfirming(false);
    remove.run({ params: { id: connector.id } });
  };
  return (
    <Can access={api.link.remove.route.access}>
      <Button variant="default" w="fit-content" loading={remove.pending} onClick={() => setConfirming(true)}>
        {t('link.remove')}
      </Button>
      <ConfirmDialog
        opened={confirming}
        title={t('link.remove')}
        message={t('link.removeText')}
        entityName={connector.name}
        confirmLabel={t('link.remove')}
        onConfirm={run}
        onCancel={() => setConfirming(false)}
      />
    </Can>
  );
}

const { ago } = columnsFor<Downlink>();
const tones: Record<DownlinkState, 'ok' | 'good' | 'problem'> = { waiting: 'ok', delivered: 'good', failed: 'problem' };
function Downlinks({ connector }: { connector: Connector }) {
  const columns = useDownlinkColumns();
  const { label } = useLabels('integrations');
  const filters = useMemo(
    () =>
      [
        {
          field: 'state',
          kind: 'select',
          options: downlinkStates.map((value) => ({ value, label: label(`values.downlinkState.${value}`) })),
        },
      ] as const,
    [label],
  );
  const params = useMemo(() => ({ id: connector.id }), [connector.id]);
  return (
    <ListView
      of={{ list: api.link.downlinks }}
      params={params}
      table="integrations_connector_downlink"
      columns={columns}
      filters={filters}
      empty="downlink"
    />
  );
}

function useDownlinkColumns(): Column<Downlink>[] {
  const t = useText();
  const { label } = useLabels('integrations');
  const commands = useLabels('commands');
  const commandText = useCommandTexts();
  const { number } = useFormats();
  return useMemo(() => {
    const answer = ({ status, fault, attempts }: Downlink) =>
      [
        ...(fault ? [label(`faults.${fault}`)] : status === null ? [] : [`HTTP ${status}`]),
        ...(attempts > 1 ? [t('downlinks.attempts', { count: attempts, shown: number(attempts) })] : []),
      ].join(' · ') || '–';
    const command = ({ commandState, reason }: Downlink) =>
      reason && commands.has(`commandReason.${reason}`)
        ? commands.label(`commandReason.${reason}`)
        : commands.label(`values.commandState.${commandState}`);
    const method = (row: Downlink) => commandText(row.app, row);
    const device = (row: Downlink) => row.device?.name ?? '–';
    return [
      ago('createdAt', { width: 1 }),
      { field: 'device', width: 2, render: (row) => <bdi>{device(row)}</bdi>, text: device },
      { field: 'method', width: 1, render: method, text: method },
      {
        field: 'state',
        width: 1,
        render: (row) => <StatusChip namespace="integrations" field="downlinkState" value={row.state} tones={tones} />,
        text: (row) => label(`values.downlinkState.${row.state}`),
      },
      { field: 'answer', width: 2, render: answer, text: answer },
      { field: 'commandState', width: 2, render: command, text: command },
    ];
  }, [t, label, commands, commandText, number]);
}
