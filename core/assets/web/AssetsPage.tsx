import { useParams } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import { ListPage } from '#platform/web/ui/list/ListPage.tsx';
import { useText } from './api.ts';
import { useAssetList } from './use-asset-list.tsx';

/** All assets of a company, or those of the type in the address. */
export function AssetsPage() {
  const { type } = useParams();
  return (
    <ForCompany>
      {(companyId) => <Assets key={`${companyId}/${type ?? ''}`} companyId={companyId} type={type} />}
    </ForCompany>
  );
}

function Assets({ companyId, type }: { companyId: number; type: string | undefined }) {
  const t = useText();
  const { list, add, panel } = useAssetList(companyId, type);
  return (
    <>
      <ListPage {...list} title={type ? t('ofType', { type }) : t('pages.assets-list-all')} action={add} />
      {panel}
    </>
  );
}
