import { useNavigate } from 'react-router';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useText } from '../texts.ts';
import { headquartersAddress } from './addresses.ts';
import { LocalityForm } from './LocalityForm.tsx';

export function CreateHeadquartersPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <PageFrame parents={[{ label: t('pages.polices-head-quarter-list'), to: headquartersAddress }]}>
      <Panel>
        <LocalityForm
          kind="headquarters"
          hqId={null}
          cancelTo={headquartersAddress}
          onSaved={() => void navigate(headquartersAddress)}
        />
      </Panel>
    </PageFrame>
  );
}
