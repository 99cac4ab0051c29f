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
  all,
  assetStructureAddress,
  editAssetStructureAddress,
  newAssetStructureAddress,
  type ParentTab,
  parentTabs,
  readTabs,
  tabsAddress,
} from './addresses.ts';
import { api, useText } from './api.ts';
import { useAssetList } from './use-asset-list.tsx';

/** Everything that a company has and where it is: structures by kind, assets by type, areas. */
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
/** A child tab without records cannot be selected, unless it is the one that is shown. */
type Child = { value: string; label: string; count?: number };

const addresses = {
  one: assetStructureAddress(0).replace('0', '{id}'),
  edit: editAssetStructureAddress,
  add: newAssetStructureAddress,
};

function StructuresTab({ companyId, child }: TabProps) {
  const { label } = useLabels('places');
  const kinds = useStructureKinds(companyId);
  const kind = structureKinds.find((one) => one === child);
  const { list, add } = useStructureList(companyId, { kind, addresses });
  const children = structureKinds.map((value) => ({
    value,
    label: label(`values.kind.${value}`),
    ...(kinds ? { count: kinds.of(value) } : {}),
  }));
  return <Tabbed parent="structures" child={kind ?? all} items={children} total={kinds?.total} list={list} add={add} />;
}

function AssetsTab({ companyId, child }: TabProps) {
  const { data } = useData(api.asset.meta, { params: { companyId } }, { silent: true });
  const type = child === all ? undefined : child;
  const { list, add, panel } = useAssetList(companyId, type);
  const known = data?.types ?? [];
  const items = known.map(({ type: value, assets }) => ({ value, label: value, count: assets }));
  const shown = type && !known.some((one) => one.type === type) ? [...items, { value: type, label: type }] : items;
  return (
    <Tabbed parent="assets" child={child} items={shown} total={data?.total} list={list} add={add} beside={panel} />
  );
}

function AreasTab({ companyId }: TabProps) {
  const { list, add, panel } = useAreaList(companyId);
  return <Tabbed parent="areas" child={all} items={[]} list={list} add={add} beside={panel} />;
}

type TabbedProps<R extends AnyRoute> = {
  parent: ParentTab;
  child: string;
  items: readonly Child[];
  total?: number | undefined;
  list: ListViewProps<R>;
  add: ReactNode;
  beside?: ReactNode;
};

function Tabbed<R extends AnyRoute>({ parent, child, items, total, list, add, beside }: TabbedProps<R>) {
  const t = useText();
  const tabs: PageTab[] = parentTabs.map((one) => ({
    value: one,
    to: tabsAddress(one),
    label: t(`parentTabs.${one}`),
  }));
  const childTabs: PageTab[] = [
    { value: all, to: tabsAddress(parent), label: t('allTab'), ...(total === undefined ? {} : { count: total }) },
    ...items.map((one) => ({
      ...one,
      to: tabsAddress(parent, one.value),
      disabled: one.count === 0 && one.value !== child,
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
      {beside}
    </PageFrame>
  );
}
