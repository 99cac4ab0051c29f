import { useMemo } from 'react';
import { useParams, useSearchParams } from 'react-router';
import { AlarmsOfRecord } from '#core/alarms/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { integrations } from '../app.ts';
import { connectorClass } from '../common/alarms.ts';
import type { Connector } from '../common/connector.ts';
import { api, connectorsAddress, useText } from './api.ts';
import { CommandsTab } from './CommandsTab.tsx';
import { ConnectorForm } from './ConnectorForm.tsx';
import { TroubleChips } from './ConnectorStates.tsx';
import { MessagesTab } from './MessagesTab.tsx';
import { SetupTab } from './SetupTab.tsx';
import { UnknownTab } from './UnknownTab.tsx';
import { useConnectorKinds } from './use-connector-kinds.ts';
import { ValuesTab } from './ValuesTab.tsx';

const tabs = ['setup', 'unknown', 'values', 'messages', 'commands', 'alarms', 'settings'] as const;
type Tab = (typeof tabs)[number];

/** A connector: its address, unknown devices, the mapping of values, its messages and settings. */
export function ConnectorPage() {
  const t = useText();
  const { specOf } = useConnectorKinds();
  const id = Number(useParams().id) || 0;
  const query = useData(api.connector.get, { params: { id } }, { silent: true, staleTime: 0 });
  const [params, setParams] = useSearchParams();
  const tab = tabs.find((one) => one === params.get('tab')) ?? 'setup';
  const connector = query.data;
  // Phones that send their positions do not accept commands.
  const shown = tabs.filter(
    (value) => value !== 'commands' || (connector && (specOf(connector.kind)?.ways ?? []).length > 0),
  );
  return (
    <PageFrame
      {...(connector ? { title: connector.name } : {})}
      parents={[{ label: t('pages.connectors-list'), to: connectorsAddress }]}
      badge={connector && <TroubleChips connector={connector} />}
      tabs={shown.map((value) => ({
        value,
        label: t(`tabs.${value}`),
        ...(value === 'unknown' && connector ? { count: connector.unknown } : {}),
      }))}
      tab={tab}
      onTab={(next) => setParams(next === 'setup' ? {} : { tab: next })}
    >
      {connector ? <Content key={connector.id} tab={tab} connector={connector} /> : <QueryBoundary of={query} />}
    </PageFrame>
  );
}

function ConnectorAlarms({ id }: { id: number }) {
  const of = useMemo(() => ({ app: integrations.id, subjectType: connectorClass, subjectId: id }), [id]);
  return <AlarmsOfRecord of={of} />;
}

function Content({ tab, connector }: { tab: Tab; connector: Connector }) {
  if (tab === 'unknown') return <UnknownTab connector={connector} />;
  if (tab === 'values') return <ValuesTab connector={connector} />;
  if (tab === 'messages') return <MessagesTab connector={connector} />;
  if (tab === 'commands') return <CommandsTab connector={connector} />;
  if (tab === 'alarms') return <ConnectorAlarms id={connector.id} />;
  if (tab === 'settings') return <ConnectorForm connector={connector} />;
  return <SetupTab connector={connector} />;
}
