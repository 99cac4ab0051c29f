import { useParams } from 'react-router';
import { PermissionGroupEditor } from '#core/permissions/web/parts.tsx';
import { StructuresPick } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { GroupPageFrame } from './GroupPageFrame.tsx';
import { useGroupSource } from './source.ts';

/** One permission group of an app. */
export function PermissionGroupPage() {
  const source = useGroupSource();
  const id = Number(useParams().id) || 0;
  const query = useData(source.permission.get, { params: { id } }, { silent: true });
  return (
    <GroupPageFrame source={source} kind="permission" history={source.permission.history} query={query}>
      {(group) => (
        <PermissionGroupEditor
          key={group.id}
          source={{ app: source.app, calls: source.permission }}
          group={group}
          structures={(props) => <StructuresPick {...props} companyId={group.companyId} />}
        />
      )}
    </GroupPageFrame>
  );
}
