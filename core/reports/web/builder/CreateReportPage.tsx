import { useNavigate, useSearchParams } from 'react-router';
import { ForCompany } from '#core/places/web/parts.tsx';
import { useData } from '#platform/web/client/hooks.ts';
import { companyZone } from '#platform/web/i18n/formats.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { QueryBoundary } from '#platform/web/ui/state/QueryBoundary.tsx';
import { starters } from '../../common/starters.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';
import { Builder } from './Builder.tsx';
import { draftOfStarter } from './draft.ts';
import { useAfterSave } from './use-after-save.ts';

export function CreateReportPage() {
  return <ForCompany>{(companyId) => <CreateReport key={companyId} companyId={companyId} />}</ForCompany>;
}

function CreateReport({ companyId }: { companyId: number }) {
  const t = useText();
  const navigate = useNavigate();
  const key = useSearchParams()[0].get('starter');
  const catalogue = useData(api.catalogue.sections, { params: { companyId } }, { silent: true });
  const { addRecipients, run } = useAfterSave(companyId);
  if (!catalogue.data)
    return (
      <PageFrame title={t('builder.new')} parents={[{ label: t('builder.list'), to: '/reports/list' }]}>
        <QueryBoundary of={catalogue} />
      </PageFrame>
    );
  const starter = starters.find((one) => one.key === key);
  const name = starter ? t(`starters.${starter.key}`) : '';
  return (
    <Builder
      companyId={companyId}
      catalogue={catalogue.data}
      initial={draftOfStarter({ key, name, zone: companyZone(), offered: catalogue.data })}
      onStored={async ({ id }, recipients) => {
        await addRecipients(id, recipients);
        const { search } = window.location;
        // Navigates after the page has cleared its unsaved state, which would block it.
        setTimeout(() => void navigate(`/reports/edit/${id}${search}`, { replace: true }));
      }}
      onRun={async ({ id }, recipients) => {
        await addRecipients(id, recipients);
        run(id);
      }}
    />
  );
}
