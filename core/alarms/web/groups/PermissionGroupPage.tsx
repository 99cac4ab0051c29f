import { useParams } from 'react-router';
import { PermissionGroupEditor } from '#core/permissions/web/parts.tsx';
import { StructuresPick } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { OneGroup } from './OneGroup.tsx';
import { useGroupSource } from './source.ts';

/** One permission group of an app. */
export function PermissionGroupPage() {
  const source = useGroupSource();
  const id = Number(useParams().id) || 0;
  const found = useData(source.permission.get, { params: { id } }, { silent: true });
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
