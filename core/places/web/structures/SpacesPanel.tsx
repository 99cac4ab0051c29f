import { useAction } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { type Space, space } from '../../common/space.ts';
import type { Structure } from '../../common/structure.ts';
import { api, useText } from '../api.ts';
import classes from '../Places.module.css';
import { InlineList } from './InlineList.tsx';
import { FloorSelect } from './StructureSelect.tsx';
import { useLongList } from './use-long-list.ts';

type SpaceFloor = Space['floor'];

/** The spaces of a structure. */
export function SpacesPanel({ structure }: { structure: Structure }) {
  const t = useText();
  const params = { companyId: structure.companyId, id: structure.id };
  const spaces = useLongList(api.space.list, params);
  const invalidates = [api.structure.get];
  const create = useAction(api.space.create, { invalidates });
  const update = useAction(api.space.update, { invalidates });
  const remove = useAction(api.space.remove, { invalidates });
  const may = {
    add: usePermitted(space.can('create')),
    change: usePermitted(space.can('update')),
    remove: usePermitted(space.can('delete')),
  };
  return (
    <InlineList
      title={t('spaces.title')}
      empty={t('spaces.empty')}
      addLabel={t('spaces.add')}
      list={spaces}
      rowOf={(row) => ({
        id: row.id,
        name: row.name,
        extra: row.floor,
        note: <bdi>{row.floor?.name}</bdi>,
      })}
      blank={null as SpaceFloor}
      field={(floor, set) => (
        <div className={classes.small}>
          <FloorSelect
            label={t('fields.floorId')}
            companyId={structure.companyId}
            structureId={structure.id}
            known={floor}
            value={floor?.id ?? null}
            onChange={(id) => set(id === null ? null : { id, name: '' })}
          />
        </div>
      )}
      add={
        may.add ? ({ name, extra }) => create.ask({ params, body: { name, floorId: extra?.id ?? null } }) : undefined
      }
      change={
        may.change
          ? (spaceId, { name, extra }) =>
              update.ask({ params: { ...params, spaceId }, body: { name, floorId: extra?.id ?? null } })
          : undefined
      }
      remove={may.remove ? (spaceId) => remove.ask({ params: { ...params, spaceId } }) : undefined}
    />
  );
}
