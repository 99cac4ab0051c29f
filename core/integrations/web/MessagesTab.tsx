import { Code } from '@mantine/core';
import { IconListDetails } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { CodeBlock } from '#core/devices/web/parts.tsx';
import { useDeadLetterReason } from '#core/telemetry/web/parts.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import { type Connector, type ConnectorMessage, type MessageOutcome, messageOutcomes } from '../common/connector.ts';
import { api, useText } from './api.ts';
import classes from './Integrations.module.css';

const { ago, cell, code } = columnsFor<ConnectorMessage>();
const tones = { accepted: 'good', duplicate: 'none', refused: 'poor' } as const;
const Outcome = ({ value }: { value: MessageOutcome }) => (
  <StatusChip namespace="integrations" field="outcome" value={value} tones={tones} />
);
const filters = [{ field: 'outcome', kind: 'select', options: messageOutcomes }] as const;
const columnsWith = (reason: (word: string) => string): Column<ConnectorMessage>[] => [
  ago('receivedAt', { width: 1 }),
  code('externalId', { width: 2 }),
  code('event', { width: 1 }),
  cell('outcome', Outcome, { width: 1 }),
  {
    field: 'reason',
    width: 2,
    sortable: false,
    render: (row) => row.reason && reason(row.reason),
    text: (row) => (row.reason === null ? null : reason(row.reason)),
  },
  {
    field: 'body',
    width: 3,
    render: (row) => (
      <Code dir="ltr" className={classes.beginning}>
        {row.body}
      </Code>
    ),
  },
];

/** The newest messages of a connector. */
export function MessagesTab({ connector }: { connector: Connector }) {
  const t = useText();
  const [opened, setOpened] = useState<ConnectorMessage | null>(null);
  const { reasonText } = useDeadLetterReason();
  const columns = useMemo(() => columnsWith(reasonText), [reasonText]);
  const params = useMemo(() => ({ id: connector.id }), [connector.id]);
  const rowActions = useMemo(
    () => [
      rowAction<ConnectorMessage>('look', {
        icon: IconListDetails,
        run: (row) => {
          setOpened(row);
          return undefined;
        },
      }),
    ],
    [],
  );
  return (
    <>
      <ListView
        of={{ list: api.connector.messages }}
        params={params}
        table="integrations_connector_message"
        columns={columns}
        filters={filters}
        rowActions={rowActions}
        empty="message"
      />
      {opened && (
        <SidePanel title={t('columns.body')} onClose={() => setOpened(null)} wide>
          <CodeBlock label={opened.event} text={indented(opened.body)} />
        </SidePanel>
      )}
    </>
  );
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    // A body that is invalid or truncated JSON is shown verbatim.
    return body;
  }
}
