import type { ReactNode } from 'react';
import { useParams } from 'react-router';
import { useData } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import type { Structure } from '../../common/structure.ts';
import { structuresAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { ForCompany } from '../ForCompany.tsx';

/** Loads the structure in the address, or shows why that is not possible. */
export function StructureFromAddress({ children }: { children: (structure: Structure) => ReactNode }) {
  return <ForCompany>{(companyId) => <LoadedStructure companyId={companyId}>{children}</LoadedStructure>}</ForCompany>;
}

function LoadedStructure({
  companyId,
  children,
}: {
  companyId: number;
  children: (structure: Structure) => ReactNode;
}) {
  const t = useText();
  const id = Number(useParams().structureId) || 0;
  const query = useData(api.structure.get, { params: { companyId, id } }, { silent: true, enabled: id > 0 });
  if (query.data) return children(query.data);
  const gone = id === 0 || (query.error instanceof RequestError && query.error.status === 404);
  return (
    <PageFrame title={t('structure')} parents={[{ label: t('pages.structures-all'), to: structuresAddress }]}>
      {gone ? (
        <EmptyState drawing="search" title={t('structureGone.title')} text={t('structureGone.text')} />
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}
