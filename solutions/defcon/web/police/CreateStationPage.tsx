import { useNavigate, useParams } from 'react-router';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { useText } from '../texts.ts';
import { stationsAddress } from './addresses.ts';
import { LocalityForm } from './LocalityForm.tsx';

export function CreateStationPage() {
  const t = useText();
  const navigate = useNavigate();
  const hqId = Number(useParams().hqId) || 0;
  return (
    <PageFrame parents={[{ label: t('pages.polices-local-police-list'), to: stationsAddress(hqId) }]}>
      <Panel>
        <LocalityForm
          kind="local"
          hqId={hqId}
          cancelTo={stationsAddress(hqId)}
          onSaved={() => void navigate(stationsAddress(hqId))}
        />
      </Panel>
    </PageFrame>
  );
}
