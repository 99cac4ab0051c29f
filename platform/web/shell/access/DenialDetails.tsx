import { Anchor, Button, Drawer, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { DenialReason } from '#platform/common/access.ts';
import { transport } from '../../client/connection.ts';
import { notify } from '../../client/notices.ts';
import { useKitText } from '../../i18n/texts.ts';
import { useMe } from '../../session/hooks.tsx';
import { sizes } from '../../theme.ts';
import { Bdi } from '../../ui/values/Bdi.tsx';
import classes from './Denial.module.css';
import type { DeniedPage } from './denied-page.ts';
import { type Remedy, remedyOf } from './remedy.ts';
import { useDenialReason } from './use-reason-text.ts';

type Approvers = { people: { id: number; name: string; email: string }[]; providers: string[] };

/** Lists the conditions that deny the page, and the people who can change them. */
export function DenialDetails({ denied, name, onClose }: { denied: DeniedPage; name: string; onClose(): void }) {
  const t = useKitText();
  const { session } = useMe();
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size={sizes.sidePanel}
      title={t('denied.title')}
      closeButtonProps={{ 'aria-label': t('actions.close') }}
    >
      <Stack gap="lg">
        <div>
          <Text fw={600}>{name}</Text>
          <Text size="sm" c="dimmed">
            <Bdi>{denied.target}</Bdi>
          </Text>
        </div>
        <section>
          <Title order={3} mb="xs">
            {t('denied.reasons')}
          </Title>
          <Reasons of={denied.why} />
        </section>
        <section>
          <Title order={3} mb="xs">
            {t('denied.who')}
          </Title>
          <Helpers denied={denied} remedy={remedyOf(denied.why, session)} />
        </section>
      </Stack>
    </Drawer>
  );
}

function Reasons({ of }: { of: readonly DenialReason[] }) {
  const t = useKitText();
  const reason = useDenialReason();
  return (
    <ul className={classes.list}>
      {of.map((one) =>
        one.kind === 'no-way' ? (
          <li key="no-way">
            {t('denied.oneOf')}
            {one.ways.map((way) => (
              <Reasons key={JSON.stringify(way)} of={way} />
            ))}
          </li>
        ) : (
          <li key={JSON.stringify(one)}>{reason(one)}</li>
        ),
      )}
    </ul>
  );
}

function Helpers({ denied, remedy }: { denied: DeniedPage; remedy: Remedy }) {
  const t = useKitText();
  const found = useQuery({
    queryKey: ['shell', 'approvers'],
    enabled: remedy === 'administrators' || remedy === 'provider',
    queryFn: async ({ signal }) =>
      (await transport.send({ app: 'permissions', method: 'GET', path: '/permissions/approvers', signal }))
        .data as Approvers,
  });
  const ask = useMutation({
    mutationFn: async () => {
      const body = { app: denied.app.id, page: denied.page.path, address: denied.target };
      return (
        await transport.send({ app: 'permissions', method: 'POST', path: '/permissions/ask', body, silent: 'success' })
      ).data as {
        recipients: number;
      };
    },
    onSuccess: ({ recipients }) => notify({ kind: 'success', message: t('denied.sent', { count: recipients }) }),
  });
  if (remedy === 'select') return <Text>{t('denied.whoSelf')}</Text>;
  if (remedy === 'nobody') return <Text>{t('denied.whoNobody')}</Text>;
  if (found.isPending) return <Skeleton h={sizes.touch} />;
  const { people = [], providers = [] } = found.data ?? {};
  const names = providers.join(t('list.comma'));
  if (remedy === 'provider' || people.length === 0)
    return <Text>{names ? t('denied.whoProvider', { names }) : t('denied.whoPlatform')}</Text>;
  return (
    <Stack gap="sm" align="flex-start">
      <Text>{t('denied.whoAdmins')}</Text>
      <ul className={classes.list}>
        {people.map((one) => (
          <li key={one.id}>
            <bdi>{one.name}</bdi>{' '}
            <Anchor href={`mailto:${one.email}`}>
              <Bdi>{one.email}</Bdi>
            </Anchor>
          </li>
        ))}
      </ul>
      {names && (
        <Text size="sm" c="dimmed">
          {t('denied.whoProviders', { names })}
        </Text>
      )}
      <Button onClick={() => ask.mutate()} loading={ask.isPending} disabled={ask.isSuccess}>
        {t('denied.send')}
      </Button>
    </Stack>
  );
}
