import { Code, Stack, Text } from '@mantine/core';
import { IconEye } from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { type Column, columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import type { OutboxMail, OutboxSms } from '../common/outbox.ts';
import { api } from './api.ts';
import { useText } from './text.ts';

const { ago, cell, code } = columnsFor<OutboxSms>();

const tones: Record<string, Tone> = { waiting: 'poor', sent: 'good', failed: 'problem' };
const State = ({ value }: { value: string }) => <StatusChip value={value} field="delivery" tones={tones} />;
const subjectOf = (row: OutboxMail | OutboxSms) => ('subject' in row ? row.subject : '');
const subject: Column<OutboxSms> = {
  field: 'subject',
  width: 2,
  render: (row) => <bdi>{subjectOf(row)}</bdi>,
  text: subjectOf,
};
const tabs = ['mails', 'messages'] as const;

/** Mails and text messages: those that were sent, and those that wait or failed. */
export function OutboxPage() {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const tab = tabs.find((one) => one === search.get('tab')) ?? 'mails';
  const [open, setOpen] = useState<OutboxMail | OutboxSms | null>(null);
  const columns: Column<OutboxSms>[] = [
    code('recipient'),
    ...(tab === 'mails' ? [subject] : []),
    cell('state', State, { width: 1 }),
    { field: 'attempts', width: 1 },
    { field: 'lastError', width: 2, hidden: true },
    ago('createdAt', { width: 1 }),
  ];
  return (
    <>
      <ListPage
        key={tab}
        tabs={tabs.map((value) => ({ value, label: t(`outbox.${value}`) }))}
        tab={tab}
        onTab={(value) => setSearch(value === 'mails' ? {} : { tab: value })}
        of={{ list: api.outbox[tab] }}
        columns={columns}
        filters={[{ field: 'createdAt', kind: 'dateRange' }]}
        empty={tab === 'mails' ? 'mail' : 'sms'}
        rowActions={[
          rowAction<OutboxMail | OutboxSms>('open', {
            icon: IconEye,
            run: (row) => {
              setOpen(row);
              return undefined;
            },
          }),
        ]}
      />
      {open && <Message of={open} onClose={() => setOpen(null)} />}
    </>
  );
}

function Message({ of, onClose }: { of: OutboxMail | OutboxSms; onClose(): void }) {
  const t = useText();
  return (
    <SidePanel title={'subject' in of ? of.subject : of.recipient} onClose={onClose}>
      <Stack>
        <Text dir="auto" style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
          {of.text ?? t('outbox.hidden')}
        </Text>
        {of.lastError && <Code block>{of.lastError}</Code>}
      </Stack>
    </SidePanel>
  );
}
