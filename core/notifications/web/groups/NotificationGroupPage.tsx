import { useParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { GroupPageFrame } from './GroupPageFrame.tsx';
import { NotificationGroupEditor } from './NotificationGroupEditor.tsx';
import { useNotificationSource } from './source.ts';

/** One notification group of an app. */
export function NotificationGroupPage() {
  const source = useNotificationSource();
  const id = Number(useParams().id) || 0;
  const query = useData(source.notification.get, { params: { id } }, { silent: true });
  return (
    <GroupPageFrame source={source} kind="notification" history={source.notification.history} query={query}>
      {(group) => <NotificationGroupEditor key={group.id} source={source} group={group} />}
    </GroupPageFrame>
  );
}
