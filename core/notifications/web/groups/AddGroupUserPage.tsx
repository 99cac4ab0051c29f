import { Anchor } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { Link } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import { rowAction } from '#platform/web/ui/list/rows/row-actions.tsx';
import { columnsFor } from '#platform/web/ui/list/table/columns.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useText } from '../texts.ts';
import { fullName, type GroupPerson, usePeople } from './people.ts';
import { addressesOf, useGroupSource } from './source.ts';

const { code } = columnsFor<GroupPerson>();

/** Lists the people of the company, to add one to groups. */
export function AddGroupUserPage() {
  const source = useGroupSource();
  const t = useText();
  const people = usePeople(source);
  const addresses = addressesOf(source);
  const to = (person: GroupPerson) => addresses.editUser(person.id);
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
            namespace="notifications"
            table={`${source.app.id}_alarms_members`}
            columns={[
              {
                field: 'firstName',
                width: 2,
                to,
                text: fullName,
                render: (person: GroupPerson) => (
                  <Anchor component={Link} to={to(person)} fw={550} inherit tabIndex={-1}>
                    <bdi>{fullName(person)}</bdi>
                  </Anchor>
                ),
              },
              code('email'),
            ]}
            empty="groupMember"
            rowActions={[rowAction<GroupPerson>('groups', { icon: IconUsersGroup, to })]}
          />
        </PageFrame>
      )}
    </ForCompany>
  );
}
