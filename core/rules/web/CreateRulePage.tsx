import { useNavigate, useSearchParams } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { RuleForm } from './form/RuleForm.tsx';
import { useRuleSource } from './source.ts';
import { useText } from './texts.ts';

export function CreateRulePage() {
  const t = useText();
  const source = useRuleSource();
  const navigate = useNavigate();
  const { company } = useMe();
  const [params] = useSearchParams();
  const create = useAction(source.calls.create);
  const device = Number(params.get('device')) || null;
  return (
    <PageFrame parents={[{ label: t('lists.rule'), to: source.addresses.list }]}>
      {company ? (
        <RuleForm
          source={source}
          companyId={company.id}
          deviceId={device}
          save={async (body) => {
            await create.ask({ body });
            // Navigates after the form has cleared its unsaved state, which would block it.
            setTimeout(() => void navigate(source.addresses.list));
          }}
        />
      ) : (
        <EmptyState title={t('rules.noCompany.title')} text={t('rules.noCompany.text')} action={<CustomerSwitch />} />
      )}
    </PageFrame>
  );
}
