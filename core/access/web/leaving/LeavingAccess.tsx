import { Anchor, Stack, Text } from '@mantine/core';
import { useEffect } from 'react';
import { Link } from 'react-router';
import { useLeavingPerson } from '#core/accounts/web/parts.tsx';
import type { AppManifest } from '#platform/common/define-app.ts';
import { canDo } from '#platform/common/permission-key.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { currentDenial, registeredApps } from '#platform/web/session/session.ts';
import { revocationsAddress } from '../addresses.ts';
import { Notice } from '../Notice.tsx';
import { useText } from '../texts.ts';
import { accessCalls } from '../use-access.ts';

const mostNamed = 5;
/** Access may have been given or taken a moment ago. */
const newest = { silent: true, staleTime: 0 };

/** The apps with locks whose accesses the caller may see. */
const lockApps = () =>
  registeredApps().filter(
    ({ id, access }) => access && currentDenial(canDo(`${id}.access`, 'read'), { app: id }) === null,
  );

/** The locks that a leaving person loses; afterwards, how many of them have confirmed it. */
export function PlacedPart() {
  const { left } = useLeavingPerson();
  return (
    <Stack mt="md">
      {lockApps().map((app) => (left ? <Progress key={app.id} app={app} /> : <Losses key={app.id} app={app} />))}
    </Stack>
  );
}

const callsOf = (app: AppManifest) => accessCalls.of(app).revocation;

function Losses({ app }: { app: AppManifest }) {
  const t = useText();
  const { number } = useFormats();
  const { id, onLoses } = useLeavingPerson();
  const { data } = useData(callsOf(app).leaving, { query: { userId: id } }, newest);
  const loses = (data?.grants ?? 0) > 0;
  useEffect(() => {
    if (loses) onLoses();
  }, [loses, onLoses]);
  if (!data || !loses) return null;
  const { locks, codes, cards } = data;
  const named = locks.slice(0, mostNamed);
  return (
    <Notice color="orange" title={t('leaving.title', { count: locks.length })}>
      <Text size="sm">
        <bdi>{named.map(({ name }) => name).join(t('leaving.comma'))}</bdi>
        {locks.length > named.length && ` ${t('leaving.more', { count: locks.length - named.length })}`}
      </Text>
      {codes + cards > 0 && <Text size="sm">{t('leaving.codes', { codes: number(codes), cards: number(cards) })}</Text>}
    </Notice>
  );
}

function Progress({ app }: { app: AppManifest }) {
  const t = useText();
  const { number } = useFormats();
  const { id } = useLeavingPerson();
  const { list } = callsOf(app);
  const args = { list: { filter: { userId: [String(id)] }, limit: 1 } };
  const query = useData(list, args, newest);
  useLive(['access'], () => void query.refetch(), list.key(args));
  const [revocation] = query.data?.data ?? [];
  if (!revocation) return null;
  const { confirmed, locks } = revocation;
  return (
    <Notice color={confirmed === locks ? 'teal' : 'orange'} role="status" title={t('leaving.ended')}>
      <Text size="sm">
        {t('revocation.ofLocks', { confirmed: number(confirmed), all: number(locks) })}
        {' · '}
        <Anchor component={Link} to={revocationsAddress(app, revocation.id)} inherit>
          {t('leaving.proof')}
        </Anchor>
      </Text>
    </Notice>
  );
}
