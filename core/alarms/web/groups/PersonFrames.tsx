import { Anchor, Skeleton } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link, useParams } from 'react-router';
import { GroupsOfPerson } from '#core/permissions/web/parts.tsx';
import { ForCompany } from '#core/places/web/parts.tsx';
import type { AnyRoute } from '#platform/common/route.ts';
import type { Leaf } from '#platform/web/client/client-of.ts';
import { useList } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { Bdi } from '#platform/web/ui/Bdi.tsx';
import { EmptyState } from '#platform/web/ui/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/FailedState.tsx';
import { code } from '#platform/web/ui/list/columns.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/row-actions.tsx';
import { PageFrame } from '#platform/web/ui/PageFrame.tsx';
import { Panel } from '#platform/web/ui/Panel.tsx';
import { Panels } from '#platform/web/ui/Panels.tsx';
import { useText } from '../texts.ts';
import { addressesOf, type GroupSource, groupKinds } from './source.ts';

type Person = { id: number; firstName: string; lastName: string; email: string };
const fullName = (person: Person) => `${person.firstName} ${person.lastName}`;

/** The people of the company: by the calls of the kind of groups that one may change. */
function usePeople(source: GroupSource): Leaf<AnyRoute> {
  const may = usePermitted(source.permission.users.route.access);
  return may ? source.permission.users : source.notification.users;
}

/** Whom to put into groups: a person of the company. */
export function AddGroupUserFrame({ source }: { source: GroupSource }) {
  const t = useText();
  const people = usePeople(source);
  const addresses = addressesOf(source);
  const to = (person: Person) => addresses.editUser(person.id);
  return (
    <ForCompany>
      {() => (
        <PageFrame
          fill
          title={t('groups.addUser')}
          parents={[{ label: t('groups.title'), to: addresses.list('permission') }]}
        >
          <ListView
            of={{ list: people }}
            namespace="alarms"
            table={`${source.app.id}_alarms_members`}
            columns={[
              {
                field: 'firstName',
                width: 2,
                to,
                text: fullName,
                render: (person: Person) => (
                  <Anchor component={Link} to={to(person)} fw={550} inherit tabIndex={-1}>
                    <bdi>{fullName(person)}</bdi>
                  </Anchor>
                ),
              },
              code('email'),
            ]}
            rowActions={[rowAction<Person>('groups', { icon: IconUsersGroup, to })]}
          />
        </PageFrame>
      )}
    </ForCompany>
  );
}

/** The groups of one person. */
export function GroupUserFrame({ source }: { source: GroupSource }) {
  return <ForCompany>{() => <Person source={source} />}</ForCompany>;
}

function Person({ source }: { source: GroupSource }) {
  const t = useText();
  const id = Number(useParams().id) || 0;
  const found = useList(usePeople(source), { limit: 1, filter: { id } });
  const [person] = found.rows as Person[];
  const reads = {
    permission: usePermitted(source.permission.list.route.access),
    notification: usePermitted(source.notification.list.route.access),
  };
  const addresses = addressesOf(source);
  return (
    <PageFrame
      title={person ? fullName(person) : t('groups.person')}
      parents={[
        { label: t('groups.title'), to: addresses.list('permission') },
        { label: t('groups.addUser'), to: addresses.addUser },
      ]}
      {...(person ? { mark: <Bdi>{person.email}</Bdi> } : {})}
    >
      {found.error ? (
        <FailedState onRetry={found.retry} />
      ) : found.loading ? (
        <Skeleton h={sizes.chart} radius="lg" />
      ) : !person ? (
        <EmptyState drawing="search" title={t('groups.noPerson.title')} text={t('groups.noPerson.text')} />
      ) : (
        <Panels beside>
          {groupKinds
            .filter((kind) => reads[kind])
            .map((kind) => (
              <Panel key={kind} title={t(`groups.tabs.${kind}`)}>
                <GroupsOfPerson
                  label={t(`groups.tabs.${kind}`)}
                  empty={t(`empty.${kind}Group`)}
                  calls={source[kind]}
                  personId={id}
                />
              </Panel>
            ))}
        </Panels>
      )}
    </PageFrame>
  );
}
