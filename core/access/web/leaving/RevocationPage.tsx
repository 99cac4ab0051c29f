import { Anchor, Button, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import { deviceAddress } from '#core/devices/common/device-address.ts';
import { PdfButton } from '#core/print/web/parts.tsx';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { Facts } from '#platform/web/ui/page/Facts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { useNow } from '#platform/web/ui/time/Ago.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { GrantWithSecrets } from '../../common/grant.ts';
import type { LockOfRevocation, Revocation } from '../../common/revocation.ts';
import classes from '../Access.module.css';
import { revocationsAddress } from '../addresses.ts';
import { RevocationChip } from '../chips.tsx';
import { GivenSecrets } from '../GivenSecrets.tsx';
import { Notice } from '../Notice.tsx';
import { useText } from '../texts.ts';
import { useAccess } from '../use-access.ts';

/** The state of revoked access: the locks that have confirmed it, and those that have not yet. */
export function RevocationPage() {
  const t = useText();
  const { app, calls } = useAccess();
  const args = { params: { id: Number(useParams().id) } };
  const query = useData(calls.revocation.get, args);
  useLive(['access'], () => void query.refetch(), calls.revocation.get.key(args));
  return (
    <PageFrame
      title={query.data?.holder.name ?? t('pages.access-management-revocations-id')}
      parents={[{ label: t('pages.access-management-revocations'), to: revocationsAddress(app) }]}
    >
      {query.data ? <Outcome revocation={query.data} /> : <QueryBoundary of={query} />}
    </PageFrame>
  );
}

function Outcome({ revocation }: { revocation: Revocation }) {
  const t = useText();
  const { date, number } = useFormats();
  const [given, setGiven] = useState<readonly GrantWithSecrets[]>();
  const { reason, at, by, grants, list } = revocation;
  return (
    <Stack maw={760}>
      <Summary revocation={revocation} />
      {given ? <GivenBack given={given} /> : <Undo revocation={revocation} onGiven={setGiven} />}
      <Facts
        title={t('revocation.what')}
        items={[
          [t('columns.endReason'), t(`values.endReason.${reason}`)],
          [t('columns.endedAt'), <Bdi key="at">{date(at)}</Bdi>],
          [t('columns.endedBy'), <bdi key="by">{by ?? t('revocation.byItself')}</bdi>],
          [t('revocation.grants'), <Bdi key="grants">{number(grants)}</Bdi>],
        ]}
      />
      <Panel title={t('columns.locks')}>
        <ul className={classes.plain}>
          {list.map((lock) => (
            <LockLine key={lock.device.id} lock={lock} />
          ))}
        </ul>
      </Panel>
    </Stack>
  );
}

/** Which locks are left, in a sentence, or the proof that none is. */
function Summary({ revocation }: { revocation: Revocation }) {
  const t = useText();
  const { language, number } = useFormats();
  const { calls } = useAccess();
  const { id, holder, at, locks, confirmed, list } = revocation;
  const named = (locks: readonly LockOfRevocation[]) =>
    new Intl.ListFormat(language).format(locks.map(({ device }) => device.name));
  const left = list.filter((lock) => !lock.confirmed);
  const waiting = left.filter(({ uninstalled }) => !uninstalled);
  const uninstalled = left.filter((lock) => lock.uninstalled);
  if (left.length > 0)
    return (
      <Notice
        color="orange"
        role="status"
        title={t('revocation.ofLocks', { confirmed: number(confirmed), all: number(locks) })}
      >
        {waiting.length > 0 && <Text>{t('revocation.left', { count: waiting.length, locks: named(waiting) })}</Text>}
        {uninstalled.length > 0 && <Text>{t('revocation.uninstalled', { locks: named(uninstalled) })}</Text>}
      </Notice>
    );
  return (
    <Notice color="teal" role="status" title={t('revocation.all')}>
      <Stack gap="xs" align="start">
        <Text size="sm">{t('revocation.allHint')}</Text>
        <PdfButton
          label={t('revocation.print')}
          name={`${holder.name} ${at.slice(0, 10)}`}
          request={() => calls.revocation.report.send({ params: { id }, body: { language } })}
        />
      </Stack>
    </Notice>
  );
}

type UndoProps = { revocation: Revocation; onGiven(given: readonly GrantWithSecrets[]): void };

function Undo({ revocation: { id, undoUntil, undoneAt }, onGiven }: UndoProps) {
  const t = useText();
  const now = useNow();
  const { date } = useFormats();
  const { calls } = useAccess();
  const undo = useAction(calls.revocation.undo, {
    keyed: true,
    invalidates: [calls.revocation.get],
    onDone: onGiven,
  });
  if (undoneAt) return <Text>{t('revocation.undone', { at: date(undoneAt) })}</Text>;
  if (Date.parse(undoUntil) <= now) return null;
  return (
    <Can access={calls.revocation.undo.route.access}>
      <Stack gap="xs" align="start">
        <Button
          variant="default"
          leftSection={<IconArrowBackUp size={iconSizes.md} aria-hidden />}
          loading={undo.pending}
          onClick={() => undo.run({ params: { id } })}
        >
          {t('actions.giveBack')}
        </Button>
        <Text size="sm" c="dimmed">
          {t('revocation.undoHint', { until: date(undoUntil, 'time') })}
        </Text>
      </Stack>
    </Can>
  );
}

/** The new codes, which are shown once. */
function GivenBack({ given }: { given: readonly GrantWithSecrets[] }) {
  const t = useText();
  return (
    <Stack>
      {given.map(({ id, mode, secrets }) => (
        <Panel key={id} title={t(`values.mode.${mode}`)}>
          {secrets.pin || secrets.links.length > 0 ? (
            <GivenSecrets secrets={secrets} />
          ) : (
            <Text>{t('revocation.again')}</Text>
          )}
        </Panel>
      ))}
    </Stack>
  );
}

function LockLine({
  lock: { device, site, codes, cards, confirmed, uninstalled, removedAt, connection, wakesAt },
}: {
  lock: LockOfRevocation;
}) {
  const t = useText();
  const { app } = useAccess();
  const { date } = useFormats();
  return (
    <li className={classes.event}>
      <RevocationChip value={confirmed ? 'proven' : 'pending'} />
      <Anchor component={Link} to={deviceAddress(app, device)}>
        <bdi>{device.name}</bdi>
      </Anchor>
      {site && <bdi>{site}</bdi>}
      <Text span size="sm" c="dimmed">
        {codes + cards === 0
          ? t('revocation.noCode')
          : removedAt && confirmed
            ? t('revocation.removedAt', { at: date(removedAt) })
            : uninstalled
              ? t('revocation.notConfirmed')
              : wakesAt
                ? t('revocation.wakes', { at: date(wakesAt, 'time') })
                : !confirmed && t(connection === 'online' ? 'revocation.underWay' : 'revocation.waits')}
      </Text>
    </li>
  );
}
