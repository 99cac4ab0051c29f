import { useParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { NotificationGroupEditor } from './NotificationGroupEditor.tsx';
import { OneGroup } from './OneGroup.tsx';
import { useGroupSource } from './source.ts';

/** One notification group of an app. */
export function NotificationGroupPage() {
  const source = useGroupSource();
  const id = Number(useParams().id) || 0;
  const found = useData(source.notification.get, { params: { id } }, { silent: true });
  return (
    <OneGroup source={source} kind="notification" found={found}>
      {(group) => <NotificationGroupEditor key={group.id} source={source} group={group} />}
    </OneGroup>
  );
}
