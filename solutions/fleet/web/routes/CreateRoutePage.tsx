import { useNavigate } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { routesAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { RouteForm } from './RouteForm.tsx';

export function CreateRoutePage() {
  return <ForCompany>{(companyId) => <CreateRoute key={companyId} companyId={companyId} />}</ForCompany>;
}

function CreateRoute({ companyId }: { companyId: number }) {
  const t = useText();
  const navigate = useNavigate();
  const create = useAction(api.route.create);
  return (
    <PageFrame parents={[{ label: t('pages.routes-routes'), to: routesAddress }]}>
      <RouteForm
        companyId={companyId}
        before={undefined}
        save={async (body) => {
          await create.ask({ body });
          // Navigates after the form has cleared its unsaved state, which would block it.
          setTimeout(() => void navigate(routesAddress));
        }}
      />
    </PageFrame>
  );
}
