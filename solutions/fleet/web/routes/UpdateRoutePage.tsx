import { useNavigate, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { EditRecord } from '#platform/web/ui/page/EditRecord.tsx';
import { routesAddress } from '../addresses.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { RouteForm } from './RouteForm.tsx';

export function UpdateRoutePage() {
  const t = useText();
  const navigate = useNavigate();
  const params = { id: Number(useParams().id) || 0 };
  const query = useData(api.route.get, { params }, { silent: true, staleTime: 0 });
  const update = useAction(api.route.update);
  return (
    <EditRecord
      of={query}
      title={({ name }) => name}
      list={{ label: t('pages.routes-routes'), to: routesAddress }}
      history={<HistoryButton of={api.route.history} params={params} namespace="fleet" />}
    >
      {(stored) => (
        <RouteForm
          key={stored.id}
          companyId={stored.companyId}
          before={stored}
          save={async (body) => {
            await update.ask({ params, body });
            setTimeout(() => void navigate(routesAddress));
          }}
        />
      )}
    </EditRecord>
  );
}
