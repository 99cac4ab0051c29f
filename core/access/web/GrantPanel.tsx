import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { type Credential, type Grant, storeOf } from '../common/grant.ts';
import classes from './Access.module.css';
import { CredentialChip, GrantChip, SyncChip } from './chips.tsx';
import { useText } from './texts.ts';
import { useAccess } from './use-access.ts';

/** A grant with its means on each lock. */
export function GrantPanel({ id, onClose }: { id: number; onClose(): void }) {
  const t = useText();
  const { calls } = useAccess();
  const args = { params: { id } };
  const query = useData(calls.userAccess.get, args);
  useLive(['access'], () => void query.refetch(), calls.userAccess.get.key(args));
  return (
    <SidePanel title={query.data?.holder?.name ?? t('grant.title')} onClose={onClose}>
      {query.data ? <Details grant={query.data} /> : <QueryBoundary of={query} />}
    </SidePanel>
  );
}

function Details({ grant }: { grant: Grant }) {
  const t = useText();
  const { date, number } = useFormats();
  const { calls } = useAccess();
  const revoke = useAction(calls.userAccess.remove, { invalidates: [calls.userAccess.get, calls.userAccess.list] });
  const removed = grant.credentials.filter(({ sync }) => sync === 'removed').length;
  const codes = grant.credentials.filter(({ kind }) => storeOf(kind) !== null);
  return (
    <Stack>
      {grant.state === 'ended' && codes.length > 0 && (
        <Alert color={removed === codes.length ? 'green' : 'orange'}>
          {t('grant.proven', { removed: number(removed), all: number(codes.length) })}
        </Alert>
      )}
      <Facts
        title={t(`values.mode.${grant.mode}`)}
        aside={<GrantChip value={grant.state} />}
        items={[
          ...(grant.endReason ? [[t('columns.endReason'), t(`values.endReason.${grant.endReason}`)] as const] : []),
          [t('columns.from'), <Bdi key="from">{date(grant.from)}</Bdi>],
          [t('columns.to'), grant.to ? <Bdi key="to">{date(grant.to)}</Bdi> : t('grant.noEnd')],
          ...(grant.schedule
            ? [[t('columns.schedule'), <bdi key="schedule">{grant.schedule.name}</bdi>] as const]
            : []),
          [
            t('columns.uses'),
            <Bdi key="uses">{grant.maxUses === null ? number(grant.uses) : `${grant.uses} / ${grant.maxUses}`}</Bdi>,
          ],
          ...(grant.createdBy ? [[t('columns.createdBy'), <bdi key="by">{grant.createdBy}</bdi>] as const] : []),
        ]}
      />
      {grant.switched && grant.state !== 'ended' && <Text size="sm">{t('grant.switched')}</Text>}
      {grant.credentials.map((credential) => (
        <Means key={credential.id} credential={credential} />
      ))}
      {grant.methods.includes('offline') && <Text size="sm">{t('errors.offline-code-stays')}</Text>}
      {grant.state !== 'ended' && !grant.methods.includes('offline') && (
        <Can access={calls.userAccess.remove.route.access}>
          <Button color="red" loading={revoke.pending} onClick={() => revoke.run({ params: { id: grant.id } })}>
            {t('actions.revoke')}
          </Button>
        </Can>
      )}
    </Stack>
  );
}

function Means({ credential }: { credential: Credential }) {
  const t = useText();
  const { calls } = useAccess();
  const invalidates = [calls.userAccess.get, calls.userAccess.list];
  const block = useAction(calls.accessToken.block, { invalidates });
  const unblock = useAction(calls.accessToken.unblock, { invalidates });
  const deactivate = useAction(calls.accessToken.deactivate, { invalidates });
  const [code, setCode] = useState<string>();
  const reveal = useAction(calls.accessToken.reveal, { onDone: (answer) => setCode(answer.code) });
  const { id, device, kind, status, sync, reason } = credential;
  const params = { id };
  return (
    <Panel title={device.name} aside={<CredentialChip value={status} />}>
      <Stack gap="xs">
        <Group gap="xs">
          <Text>{t(`values.methods.${kind}`)}</Text>
          {storeOf(kind) && <SyncChip value={sync} />}
          {reason && <Text size="sm">{t(`syncReason.${reason}` as 'syncReason.full')}</Text>}
        </Group>
        {storeOf(kind) && (
          <Text className={classes.code} dir="ltr">
            {code ?? '••••'}
          </Text>
        )}
        {status !== 'deactivated' && kind !== 'offline' && (
          <Group gap="xs">
            <Can access={calls.accessToken.block.route.access}>
              {status === 'blocked' ? (
                <Button size="compact-sm" variant="default" onClick={() => unblock.run({ params })}>
                  {t('actions.unblock')}
                </Button>
              ) : (
                <Button size="compact-sm" variant="default" onClick={() => block.run({ params })}>
                  {t('actions.block')}
                </Button>
              )}
              <Button size="compact-sm" variant="default" onClick={() => deactivate.run({ params })}>
                {t('actions.deactivate')}
              </Button>
            </Can>
            {storeOf(kind) && !code && (
              <Can access={calls.accessToken.reveal.route.access}>
                <Button size="compact-sm" variant="default" onClick={() => reveal.run({ params, silent: 'success' })}>
                  {t(kind === 'card' ? 'actions.revealCard' : 'actions.reveal')}
                </Button>
              </Can>
            )}
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
