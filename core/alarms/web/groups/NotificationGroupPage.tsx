import { useParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { GroupPageFrame } from './GroupPageFrame.tsx';
import { NotificationGroupEditor } from './NotificationGroupEditor.tsx';
import { useGroupSource } from './source.ts';

/** One notification group of an app. */
export function NotificationGroupPage() {
  const source = useGroupSource();
  const id = Number(useParams().id) || 0;
  const query = useData(source.notification.get, { params: { id } }, { silent: true });
  return (
    <GroupPageFrame source={source} kind="notification" query={query}>
      {(group) => <NotificationGroupEditor key={group.id} source={source} group={group} />}
    </GroupPageFrame>
  );
}
