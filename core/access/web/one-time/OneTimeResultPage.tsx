import { Button, Stack, Text } from '@mantine/core';
import { useLocation, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { GrantWithSecrets } from '../../common/grant.ts';
import { accessesAddress } from '../addresses.ts';
import { GrantChip } from '../chips.tsx';
import { GivenSecrets } from '../GivenSecrets.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

/** A one-time link: the link itself right after it was created, and later its outcome. */
export function OneTimeResultPage() {
  const t = useText();
  const { app, calls } = useAccess();
  const { date, number } = useFormats();
  const id = Number(useParams().token);
  const secrets = useLocation().state as GrantWithSecrets['secrets'] | null;
  const args = { params: { id } };
  const query = useData(calls.userAccess.get, args);
  useLive(['access'], () => void query.refetch(), calls.userAccess.get.key(args));
  const revoke = useAction(calls.userAccess.remove, { invalidates: [calls.userAccess.get] });
  const grant = query.data;
  const sentTo = grant?.holder?.email ?? grant?.holder?.phone;
  return (
    <PageFrame
      title={t('pages.access-management-user-access-access-onetime-token')}
      parents={[{ label: t('pages.access-management-accesses-list'), to: accessesAddress(app, 'onetime') }]}
    >
      {grant ? (
        <Stack maw={560}>
          {secrets ? <GivenSecrets secrets={secrets} /> : <Text c="dimmed">{t('given.gone')}</Text>}
          <Facts
            title={grant.credentials[0]?.device.name ?? ''}
            aside={<GrantChip value={grant.state} />}
            items={[
              [t('columns.to'), <Bdi key="to">{date(grant.to)}</Bdi>],
              [t('columns.uses'), <Bdi key="uses">{`${number(grant.uses)} / ${number(grant.maxUses ?? 1)}`}</Bdi>],
              ...(grant.endReason ? [[t('columns.endReason'), t(`values.endReason.${grant.endReason}`)] as const] : []),
              ...(sentTo ? [[t('onetime.sentTo'), <bdi key="sent">{sentTo}</bdi>] as const] : []),
              ...(grant.note ? [[t('fields.forWhom'), <bdi key="note">{grant.note}</bdi>] as const] : []),
            ]}
          />
          {grant.state !== 'ended' && (
            <Can access={calls.userAccess.remove.route.access}>
              <Button color="red" loading={revoke.pending} onClick={() => revoke.run({ params: { id } })}>
                {t('actions.revoke')}
              </Button>
            </Can>
          )}
        </Stack>
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}
