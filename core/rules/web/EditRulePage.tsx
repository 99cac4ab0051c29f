import { useNavigate, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { RuleForm } from './form/RuleForm.tsx';
import { useRuleSource } from './source.ts';
import { useText } from './texts.ts';

export function EditRulePage() {
  const t = useText();
  const source = useRuleSource();
  const { calls, addresses } = source;
  const navigate = useNavigate();
  const params = { id: Number(useParams().id) || 0 };
  const query = useData(calls.get, { params }, { silent: true, staleTime: 0 });
  const update = useAction(calls.update);
  return (
    <PageFrame
      {...(query.data ? { title: query.data.name } : {})}
      parents={[{ label: t('lists.rule'), to: addresses.list }]}
      action={query.data && <HistoryButton of={calls.history} params={params} namespace="rules" />}
    >
      {/* The form must not start from a cached answer. */}
      {query.data && query.isFetchedAfterMount ? (
        <RuleForm
          key={query.data.id}
          source={source}
          companyId={query.data.companyId}
          before={query.data}
          save={async (body) => {
            await update.ask({ params, body });
            setTimeout(() => void navigate(addresses.list));
          }}
        />
      ) : (
        <QueryBoundary of={query} />
      )}
    </PageFrame>
  );
}
