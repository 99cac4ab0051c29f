import { Select } from '@mantine/core';
import { useAction } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { space } from '../common/floor.ts';
import type { Structure } from '../common/structure.ts';
import { api, useText } from './api.ts';
import { InPlaceList } from './InPlaceList.tsx';
import classes from './Places.module.css';
import { useFloors } from './use-floors.ts';
import { useGrowingList } from './use-growing-list.ts';

/** The rooms of a structure, each on a floor or directly in it. */
export function SpacesPanel({ structure }: { structure: Structure }) {
  const t = useText();
  const params = { companyId: structure.companyId, id: structure.id };
  const spaces = useGrowingList(api.space.list, params);
  const floors = useFloors(structure);
  const touches = [api.structure.get];
  const create = useAction(api.space.create, { touches });
  const update = useAction(api.space.update, { touches });
  const remove = useAction(api.space.remove, { touches });
  const may = {
    add: usePermitted(space.can('create')),
    change: usePermitted(space.can('update')),
    remove: usePermitted(space.can('delete')),
  };
  return (
    <InPlaceList<number | null>
      title={t('spaces.title')}
      empty={t('spaces.empty')}
      addLabel={t('spaces.add')}
      rows={spaces.rows.map((row) => ({
        id: row.id,
        name: row.name,
        extra: row.floorId,
        note: <bdi>{floors.rows.find((one) => one.id === row.floorId)?.name}</bdi>,
      }))}
      total={spaces.total}
      loading={spaces.loading}
      more={spaces.more}
      blank={null}
      field={(floorId, set) => (
        <Select
          className={classes.small}
          label={t('fields.floorId')}
          placeholder={t('spaces.noFloor')}
          data={floors.rows.map((one) => ({ value: String(one.id), label: one.name }))}
          value={floorId === null ? null : String(floorId)}
          onChange={(value) => set(value ? Number(value) : null)}
        />
      )}
      add={may.add ? ({ name, extra }) => create.ask({ params, body: { name, floorId: extra } }) : undefined}
      change={
        may.change
          ? (spaceId, { name, extra }) => update.ask({ params: { ...params, spaceId }, body: { name, floorId: extra } })
          : undefined
      }
      remove={may.remove ? (spaceId) => remove.ask({ params: { ...params, spaceId } }) : undefined}
    />
  );
}
