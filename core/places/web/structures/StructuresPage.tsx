import { useSearchParams } from 'react-router';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useText } from '../api.ts';
import { ForCompany } from '../ForCompany.tsx';
import { useAreaList } from '../use-area-list.tsx';
import { StructuresMap } from './StructuresMap.tsx';
import { useStructureList } from './use-structure-list.tsx';

const tabNames = ['list', 'map', 'areas'] as const;
type Tabs = {
  tabs: { value: string; label: string }[];
  tab: string;
  onTab(value: string): void;
};

/** The structures of a company as a list or on a map, and its areas. */
export function StructuresPage() {
  return <ForCompany>{(companyId) => <Structures key={companyId} companyId={companyId} />}</ForCompany>;
}

function Structures({ companyId }: { companyId: number }) {
  const t = useText();
  const [search, setSearch] = useSearchParams();
  const tab = tabNames.find((name) => name === search.get('tab')) ?? 'list';
  const tabs: Tabs = {
    tab,
    tabs: tabNames.map((value) => ({ value, label: t(`structureTabs.${value}`) })),
    onTab: (value) => setSearch(value === 'list' ? {} : { tab: value }),
  };
  if (tab === 'areas') return <AreasTab companyId={companyId} tabs={tabs} />;
  return <StructuresTab companyId={companyId} tabs={tabs} />;
}

function StructuresTab({ companyId, tabs }: { companyId: number; tabs: Tabs }) {
  const { list, add } = useStructureList(companyId);
  if (tabs.tab === 'list') return <ListPage {...list} {...tabs} action={add} />;
  return (
    <PageFrame {...tabs} action={add} fill>
      <StructuresMap companyId={companyId} filters={list.filters ?? []} />
    </PageFrame>
  );
}

function AreasTab({ companyId, tabs }: { companyId: number; tabs: Tabs }) {
  const { list, add, panel } = useAreaList(companyId);
  return (
    <>
      <ListPage {...list} {...tabs} action={add} />
      {panel}
    </>
  );
}
