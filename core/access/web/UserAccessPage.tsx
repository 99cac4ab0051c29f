import { Anchor, Button, Group, Stack, Switch, Text } from '@mantine/core';
import { IconCheck, IconLink, IconPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { fold } from '#platform/common/search/search.ts';
import { useAction, useList } from '#platform/web/client/hooks.ts';
import { useLive } from '#platform/web/client/live/live.ts';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { ConfirmDialog } from '#platform/web/ui/dialogs/ConfirmDialog.tsx';
import { SearchBox } from '#platform/web/ui/list/Toolbar.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useGroupTabs } from '#platform/web/ui/page/use-group-tabs.ts';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import type { Grant } from '../common/grant.ts';
import classes from './Access.module.css';
import { grantAddress, oneTimeAddress, openedGrant, revocationsAddress } from './addresses.ts';
import { useText } from './texts.ts';
import { useAccess } from './use-access.ts';

const mostGrants = 50;

type Person = { id: number; name: string; grants: Grant[] };
type Lock = { id: number; name: string };

/** The people with access and the locks that they have it to. */
function matrixOf(grants: readonly Grant[]): { people: Person[]; locks: Lock[] } {
  const people = new Map<number, Person>();
  const locks = new Map<number, Lock>();
  for (const grant of grants) {
    if (!grant.holder) continue;
    const { id, name } = grant.holder;
    const person = people.get(id) ?? { id, name, grants: [] };
    person.grants.push(grant);
    people.set(id, person);
    for (const { device } of grant.credentials) locks.set(device.id, device);
  }
  const byName = (a: { name: string }, b: { name: string }) => a.name.localeCompare(b.name);
  return { people: [...people.values()].sort(byName), locks: [...locks.values()].sort(byName) };
}

/** Who may open which lock, with a search by person or lock, and the end of all access of a person. */
export function UserAccessPage() {
  const t = useText();
  const tabs = useGroupTabs();
  const { app, calls } = useAccess();
  const { number } = useFormats();
  const [search, setSearch] = useState('');
  const [openNow, setOpenNow] = useState(false);
  const { rows, total, retry, loading } = useList(calls.userAccess.list, {
    limit: mostGrants,
    total: true,
    ...(search === '' ? {} : { search }),
    filter: { state: ['active', 'pending'], ...(openNow ? { open: ['true'] } : {}) },
  });
  useLive(['access'], () => retry());
  const { people, locks } = matrixOf(rows);
  const found = (name: string) => fold(name).includes(fold(search));
  // A link from a lock shows that lock alone; a link from a person shows all locks of the person.
  const shownLocks = locks.some(({ name }) => found(name)) ? locks.filter(({ name }) => found(name)) : locks;
  const filtered = search !== '' || openNow;
  return (
    <PageFrame
      tabs={tabs}
      action={
        <Can access={calls.userAccess.create.route.access}>
          <Group gap="xs">
            <Button
              component={Link}
              to={oneTimeAddress(app)}
              variant="default"
              leftSection={<IconLink size={iconSizes.md} aria-hidden />}
            >
              {t('actions.makeLink')}
            </Button>
            <Button component={Link} to={grantAddress(app)} leftSection={<IconPlus size={iconSizes.md} aria-hidden />}>
              {t('actions.give')}
            </Button>
          </Group>
        </Can>
      }
    >
      {people.length === 0 && !loading && !filtered ? (
        <EmptyState title={t('empty.userAccess.title')} text={t('empty.userAccess.text')} />
      ) : (
        <Stack>
          <Group>
            <SearchBox value={search} busy={loading} onSearch={setSearch} />
            <Switch
              label={t('matrix.openNow')}
              checked={openNow}
              onChange={(event) => setOpenNow(event.currentTarget.checked)}
            />
          </Group>
          {people.length === 0 && !loading ? (
            <Text c="dimmed">{t('matrix.nobody')}</Text>
          ) : (
            <Matrix people={people} locks={shownLocks} />
          )}
          {total !== undefined && total > rows.length && (
            <Text size="sm">{t('matrix.more', { shown: number(rows.length), total: number(total) })}</Text>
          )}
        </Stack>
      )}
    </PageFrame>
  );
}

function Matrix({ people, locks }: { people: readonly Person[]; locks: readonly Lock[] }) {
  const t = useText();
  const { app, calls } = useAccess();
  const [asked, setAsked] = useState<Lock | null>(null);
  const navigate = useNavigate();
  const revoke = useAction(calls.userAccess.revokeHolder, {
    invalidates: [calls.userAccess.list, calls.revocation.list],
    onDone: ({ revocationId }) => {
      if (revocationId !== null) void navigate(revocationsAddress(app, revocationId));
    },
  });
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is reached by the keyboard
    <section className={classes.matrix} tabIndex={0} aria-label={t('matrix.label')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('fields.holder')}</th>
            {locks.map(({ id, name }) => (
              <th key={id} scope="col">
                <bdi>{name}</bdi>
              </th>
            ))}
            <th aria-label={t('matrix.actions')} />
          </tr>
        </thead>
        <tbody>
          {people.map(({ id, name, grants }) => (
            <tr key={id}>
              <th scope="row">
                <bdi>{name}</bdi>
              </th>
              {locks.map((lock) => (
                <td key={lock.id}>
                  <Means
                    lock={lock.id}
                    grants={grants.filter(({ credentials }) => credentials.some(({ device }) => device.id === lock.id))}
                    address={(grant) => openedGrant(app, grant.id)}
                  />
                </td>
              ))}
              <td>
                <Can access={calls.userAccess.revokeHolder.route.access}>
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    loading={revoke.pending}
                    onClick={() => setAsked({ id, name })}
                  >
                    {t('actions.revokeAll')}
                  </Button>
                </Can>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ConfirmDialog
        opened={asked !== null}
        title={t('actions.revokeAll')}
        message={t('matrix.ask')}
        entityName={asked?.name ?? ''}
        confirmLabel={t('actions.revokeAll')}
        onConfirm={() => {
          if (asked) revoke.run({ params: { id: asked.id } });
          setAsked(null);
        }}
        onCancel={() => setAsked(null)}
      />
    </section>
  );
}

type MeansProps = { lock: number; grants: readonly Grant[]; address(grant: Grant): string };

/** By what a person has access to a lock: the grant that opens it now before others. */
function Means({ lock, grants, address }: MeansProps) {
  const t = useText();
  const opens = ({ open, credentials }: Grant) =>
    open && credentials.some(({ device, status }) => device.id === lock && status === 'active');
  const now = grants.find(opens);
  const first = now ?? grants[0];
  if (!first) return <span aria-hidden>–</span>;
  return (
    <Anchor component={Link} to={address(first)}>
      {now && <IconCheck size={iconSizes.sm} role="img" aria-label={t('matrix.opens')} />}{' '}
      {t(`values.mode.${first.mode}`)}
    </Anchor>
  );
}
