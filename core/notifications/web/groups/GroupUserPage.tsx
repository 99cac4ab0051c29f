import { Skeleton } from '@mantine/core';
import { useParams } from 'react-router';
import { GroupsOfPerson } from '#core/permissions/web/parts.tsx';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useList } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { Panels } from '#platform/web/ui/page/Panels.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { FailedState } from '#platform/web/ui/state/FailedState.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import { useText } from '../texts.ts';
import { fullName, type GroupPerson, usePeople } from './people.ts';
import { addressesOf, groupKinds, useGroupSource } from './source.ts';

/** The groups of one person. */
export function GroupUserPage() {
  return <ForCompany>{() => <UserGroups />}</ForCompany>;
}

function UserGroups() {
  const source = useGroupSource();
  const t = useText();
  const id = Number(useParams().id) || 0;
  const people = useList(usePeople(source), { limit: 1, filter: { id } });
  const [person] = people.rows as GroupPerson[];
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
      {people.error ? (
        <FailedState onRetry={people.retry} />
      ) : people.loading ? (
        <Skeleton h={sizes.chart} radius="lg" />
      ) : !person ? (
        <EmptyState drawing="search" title={t('groups.noPerson.title')} text={t('groups.noPerson.text')} />
      ) : (
        <Panels sideBySide>
          {groupKinds
            .filter((kind) => reads[kind])
            .map((kind) => (
              <Panel key={kind} title={t(`groups.tabs.${kind}`)}>
                <GroupsOfPerson
                  label={t(`groups.tabs.${kind}`)}
                  empty={t(`empty.${kind}Group.text`)}
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
