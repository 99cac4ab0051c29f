import { ForCompany } from '#core/places/web/parts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { AddWizard } from './add/AddWizard.tsx';
import { locationsAddress } from './addresses.ts';
import { useText } from './api.ts';

export function AddLocationPage() {
  const t = useText();
  return (
    <ForCompany>
      {(companyId) => (
        <PageFrame parents={[{ label: t('pages.locations-list'), to: locationsAddress }]}>
          <AddWizard key={companyId} companyId={companyId} />
        </PageFrame>
      )}
    </ForCompany>
  );
}
