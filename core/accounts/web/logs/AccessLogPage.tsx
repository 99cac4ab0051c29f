import { Tooltip } from '@mantine/core';
import { useActorName } from '#platform/web/i18n/actor-name.ts';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { StatusChip } from '#platform/web/ui/values/StatusChip.tsx';
import type { Tone } from '#platform/web/ui/values/severity.ts';
import { type AccessLogEntry, accessEvents, type SignInEvent } from '../../common/session-log.ts';
import { api } from '../api.ts';
import { useLogTabs } from './use-log-tabs.ts';
import { usePeopleFilter } from './use-people-filter.ts';

const { ago, cell, code } = columnsFor<AccessLogEntry>();

const tones: Partial<Record<SignInEvent, Tone>> = {
  login: 'good',
  failed: 'poor',
  locked: 'problem',
  reuse: 'problem',
  'login-as-owner': 'ok',
  'tfa-off': 'poor',
  'tfa-reset': 'poor',
  'recovery-code': 'poor',
};

const Event = ({ value }: { value: SignInEvent }) => (
  <StatusChip value={value} field="event" tones={tones as Record<string, Tone>} />
);
const Agent = ({ row: { agent, userAgent } }: { value: string | null; row: AccessLogEntry }) =>
  agent ? (
    <Tooltip label={userAgent}>
      <span>
        <Bdi>{agent}</Bdi>
      </span>
    </Tooltip>
  ) : (
    <>–</>
  );

const aboutOf = ({ about, token, call }: AccessLogEntry) =>
  [about?.page, about?.company, token?.name, call].filter(Boolean).join(' · ');

/** Sign-ins with their origin, and other events that concern the security of accounts. */
export function AccessLogPage() {
  const people = usePeopleFilter();
  const name = useActorName();
  return (
    <ListPage
      empty="sessionLog"
      emptyDrawing="log"
      tabs={useLogTabs()}
      of={api.sessionLog}
      columns={[
        cell('event', Event),
        {
          field: 'user',
          text: ({ user, impersonatedBy }: AccessLogEntry) =>
            user ? name(`${user.firstName} ${user.lastName}`, impersonatedBy) : '',
        },
        code('email'),
        code('address', { width: 1 }),
        cell('userAgent', Agent, { text: (row: AccessLogEntry) => row.userAgent }),
        { field: 'about', text: aboutOf, render: (row: AccessLogEntry) => <bdi>{aboutOf(row) || '–'}</bdi> },
        ago('createdAt', { name: 'at', width: 1 }),
      ]}
      filters={[
        ...people,
        { field: 'event', kind: 'select', options: accessEvents },
        { field: 'createdAt', name: 'at', kind: 'dateRange' },
      ]}
      exports
    />
  );
}
