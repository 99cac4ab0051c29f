import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { structureKinds } from '#core/places/common/structure.ts';
import { ForCompany, useAreaList, useStructureKinds, useStructureList } from '#core/places/web/parts.tsx';
import type { AnyRoute } from '#platform/common/route.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { ListView } from '#platform/web/ui/list/ListView.tsx';
import type { ListViewProps } from '#platform/web/ui/list/list-view-props.ts';
import { PageFrame, type PageTab, PageTabs } from '#platform/web/ui/page/PageFrame.tsx';
import {
  allChildren,
  editAssetStructureAddress,
  newAssetStructureAddress,
  type ParentTab,
  parentTabs,
  readTabs,
  tabsAddress,
} from './addresses.ts';
import { api, useText } from './api.ts';
import { useAssetList } from './use-asset-list.tsx';

/** Structures by kind, assets by type and areas of a company, each in a tab. */
export function AssetTabsPage() {
  const { parent, child } = readTabs(useParams()['pTab-cTab'] ?? '');
  const Tab = { structures: StructuresTab, assets: AssetsTab, areas: AreasTab }[parent];
  return (
    <ForCompany>
      {(companyId) => <Tab key={`${companyId}/${parent}/${child}`} companyId={companyId} child={child} />}
    </ForCompany>
  );
}

type TabProps = { companyId: number; child: string };
/** A child tab. Without records it is disabled unless it is the current one. */
type Child = { value: string; label: string; count?: number };

const addresses = {
  one: '/core/structures/{id}',
  edit: editAssetStructureAddress,
  add: newAssetStructureAddress,
};

function StructuresTab({ companyId, child }: TabProps) {
  const { label } = useLabels('places');
  const kinds = useStructureKinds(companyId);
  const kind = structureKinds.find((kind) => kind === child);
  const { list, add } = useStructureList(companyId, { kind, addresses });
  const children = structureKinds.map((value) => ({
    value,
    label: label(`values.kind.${value}`),
    ...(kinds ? { count: kinds.of(value) } : {}),
  }));
  return (
    <TabbedList
      parent="structures"
      child={kind ?? allChildren}
      items={children}
      total={kinds?.total}
      list={list}
      add={add}
    />
  );
}

function AssetsTab({ companyId, child }: TabProps) {
  const { data } = useData(api.asset.meta, { params: { companyId } }, { silent: true });
  const type = child === allChildren ? undefined : child;
  const { list, add, panel } = useAssetList(companyId, type);
  const facets = data?.types ?? [];
  const items = facets.map(({ type: value, assets }) => ({ value, label: value, count: assets }));
  const shown = type && !facets.some((facet) => facet.type === type) ? [...items, { value: type, label: type }] : items;
  return (
    <TabbedList parent="assets" child={child} items={shown} total={data?.total} list={list} add={add} panel={panel} />
  );
}

function AreasTab({ companyId }: TabProps) {
  const { list, add, panel } = useAreaList(companyId);
  return <TabbedList parent="areas" child={allChildren} items={[]} list={list} add={add} panel={panel} />;
}

type TabbedListProps<R extends AnyRoute> = {
  parent: ParentTab;
  child: string;
  items: readonly Child[];
  total?: number | undefined;
  list: ListViewProps<R>;
  add: ReactNode;
  panel?: ReactNode;
};

function TabbedList<R extends AnyRoute>({ parent, child, items, total, list, add, panel }: TabbedListProps<R>) {
  const t = useText();
  const tabs: PageTab[] = parentTabs.map((tab) => ({
    value: tab,
    to: tabsAddress(tab),
    label: t(`parentTabs.${tab}`),
  }));
  const childTabs: PageTab[] = [
    {
      value: allChildren,
      to: tabsAddress(parent),
      label: t('allTab'),
      ...(total === undefined ? {} : { count: total }),
    },
    ...items.map((item) => ({
      ...item,
      to: tabsAddress(parent, item.value),
      disabled: item.count === 0 && item.value !== child,
    })),
  ];
  return (
    <PageFrame
      fill
      title={t('tabsTitle')}
      tabs={tabs}
      tab={parent}
      action={add}
      toolbar={items.length > 0 && <PageTabs tabs={childTabs} tab={child} label={t('childTabs')} variant="pills" />}
    >
      <ListView {...list} />
      {panel}
    </PageFrame>
  );
}
