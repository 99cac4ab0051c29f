import { useAction } from '#platform/web/client/hooks.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { structure as entity, type Structure } from '../../common/structure.ts';
import { siteAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { InlineList } from './InlineList.tsx';
import { useLongList } from './use-long-list.ts';

/** The inner structures of a structure. A new one gets the location of its parent. */
export function InnerStructuresPanel({ structure }: { structure: Structure }) {
  const t = useText();
  const { companyId, id, countryId, cityId, areaId, address, location } = structure;
  const inner = useLongList(api.structure.inner, { companyId, id });
  const create = useAction(api.structure.create);
  const update = useAction(api.structure.update);
  const remove = useAction(api.structure.remove);
  const may = {
    add: usePermitted(entity.can('create')),
    change: usePermitted(entity.can('update')),
    remove: usePermitted(entity.can('delete')),
  };
  const surroundings = { kind: 'unit' as const, countryId, cityId, areaId, address, location, parentId: id };
  return (
    <InlineList
      title={t('inner.title')}
      empty={t('inner.empty')}
      addLabel={t('inner.add')}
      list={inner}
      rowOf={(row) => ({
        id: row.id,
        name: row.name,
        extra: null,
        to: siteAddress(row.id),
        note: t(`values.kind.${row.kind}`),
      })}
      blank={null}
      add={may.add ? ({ name }) => create.ask({ params: { companyId }, body: { ...surroundings, name } }) : undefined}
      change={
        may.change
          ? (innerId, { name }) => update.ask({ params: { companyId, id: innerId }, body: { name } })
          : undefined
      }
      remove={may.remove ? (innerId) => remove.ask({ params: { companyId, id: innerId } }) : undefined}
    />
  );
}
