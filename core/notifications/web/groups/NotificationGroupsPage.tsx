import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { GroupDetails } from '#core/permissions/web/parts.tsx';
import { ForCompany } from '#core/places/web/parts.tsx';
import { fillPath } from '#platform/web/client/client-of.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { Can } from '#platform/web/session/hooks.tsx';
import { iconSizes } from '#platform/web/theme.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { useText } from '../texts.ts';
import { NotificationGroupList } from './NotificationGroupList.tsx';
import { addressesOf, useNotificationSource } from './source.ts';

/** The notification groups of an app whose abilities need no permission groups. */
export function NotificationGroupsPage() {
  return <ForCompany>{() => <Groups />}</ForCompany>;
}

function Groups() {
  const t = useText();
  const source = useNotificationSource();
  const apps = useMemo(() => [source.app], [source.app]);
  const navigate = useNavigate();
  const [adding, setAdding] = useState(false);
  const create = useAction(source.notification.create, {
    onDone: ({ id }) => void navigate(fillPath(addressesOf(source).edit('notification'), { id })),
  });
  const add = (
    <Can access={source.notification.create.route.access}>
      <Button leftSection={<IconPlus size={iconSizes.sm} aria-hidden />} onClick={() => setAdding(true)}>
        {t('groups.create')}
      </Button>
    </Can>
  );
  return (
    <PageFrame fill action={add}>
      <NotificationGroupList apps={apps} emptyAction={add} />
      {adding && (
        <SidePanel title={t('groups.create')} onClose={() => setAdding(false)} keepOpen>
          <GroupDetails save={(body) => create.ask({ body: { ...body, resources: ['*'] } })} />
        </SidePanel>
      )}
    </PageFrame>
  );
}
