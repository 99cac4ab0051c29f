import { useParams } from 'react-router';
import { PermissionGroupEditor } from '#core/permissions/web/parts.tsx';
import { StructuresPick } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { NotificationGroupEditor } from './NotificationGroupEditor.tsx';
import { OneGroup } from './OneGroup.tsx';
import type { GroupSource } from './source.ts';

const useId = () => Number(useParams().id) || 0;

/** One permission group of an app. */
export function PermissionGroupFrame({ source }: { source: GroupSource }) {
  const found = useData(source.permission.get, { params: { id: useId() } }, { silent: true });
  return (
    <OneGroup source={source} kind="permission" found={found}>
      {(group) => (
        <PermissionGroupEditor
          key={group.id}
          source={{ app: source.app, calls: source.permission }}
          group={group}
          structures={(props) => <StructuresPick {...props} companyId={group.companyId} />}
        />
      )}
    </OneGroup>
  );
}

/** One notification group of an app. */
export function NotificationGroupFrame({ source }: { source: GroupSource }) {
  const found = useData(source.notification.get, { params: { id: useId() } }, { silent: true });
  return (
    <OneGroup source={source} kind="notification" found={found}>
      {(group) => <NotificationGroupEditor key={group.id} source={source} group={group} />}
    </OneGroup>
  );
}
