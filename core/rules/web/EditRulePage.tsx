import { useNavigate, useParams } from 'react-router';
import { useAction, useData } from '#platform/web/client/hooks.ts';
import { HistoryButton } from '#platform/web/ui/history/History.tsx';
import { EditRecord } from '#platform/web/ui/page/EditRecord.tsx';
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
    <EditRecord
      of={query}
      title={({ name }) => name}
      list={{ label: t('lists.rule'), to: addresses.list }}
      history={<HistoryButton of={calls.history} params={params} namespace="rules" />}
    >
      {(rule) => (
        <RuleForm
          key={rule.id}
          source={source}
          companyId={rule.companyId}
          before={rule}
          save={async (body) => {
            await update.ask({ params, body });
            setTimeout(() => void navigate(addresses.list));
          }}
        />
      )}
    </EditRecord>
  );
}
