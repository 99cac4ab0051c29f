import { NumberInput } from '@mantine/core';
import { useAction, useList } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { floor } from '../../common/floor.ts';
import type { Structure } from '../../common/structure.ts';
import { floorPlansAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import classes from '../Places.module.css';
import { InlineList } from './InlineList.tsx';
import { useLongList } from './use-long-list.ts';

/** The floors of a structure, the lowest first. */
export function FloorsPanel({ structure }: { structure: Structure }) {
  const t = useText();
  const params = { companyId: structure.companyId, id: structure.id };
  const floors = useLongList(api.floor.list, params);
  const highest = useList(api.floor.list, { limit: 1, total: false, sort: { level: 'desc' } }, { params });
  const invalidates = [api.structure.get, api.space.list];
  const create = useAction(api.floor.create, { invalidates });
  const update = useAction(api.floor.update, { invalidates });
  const remove = useAction(api.floor.remove, { invalidates });
  const may = {
    add: usePermitted(floor.can('create')),
    change: usePermitted(floor.can('update')),
    remove: usePermitted(floor.can('delete')),
  };
  const bodyOf = (name: string, level: number | string) => ({ name, level: Number(level) });
  return (
    <InlineList
      title={t('floors.title')}
      empty={t('floors.empty')}
      addLabel={t('floors.add')}
      list={floors}
      rowOf={(row) => ({
        id: row.id,
        name: row.name,
        extra: row.level as number | string,
        to: floorPlansAddress(structure.id, row.id),
        note: t('floors.level', { level: `\u2066${row.level}\u2069` }),
      })}
      blank={Math.max(-1, highest.rows[0]?.level ?? -1) + 1}
      field={(level, set) => (
        <NumberInput
          className={classes.small}
          label={t('fields.level')}
          value={level}
          onChange={set}
          min={-20}
          max={300}
          allowDecimal={false}
          dir="ltr"
        />
      )}
      add={may.add ? ({ name, extra }) => create.ask({ params, body: bodyOf(name, extra) }) : undefined}
      change={
        may.change
          ? (floorId, { name, extra }) => update.ask({ params: { ...params, floorId }, body: bodyOf(name, extra) })
          : undefined
      }
      remove={may.remove ? (floorId) => remove.ask({ params: { ...params, floorId } }) : undefined}
    />
  );
}
