import { useNavigate } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { tariffsAddress } from '../addresses.ts';
import { useText } from '../texts.ts';
import { useMetering } from '../use-metering.ts';
import { TariffForm } from './TariffForm.tsx';

export function CreateTariffPage() {
  const t = useText();
  const navigate = useNavigate();
  const { app, calls } = useMetering();
  const create = useAction(calls.tariff.create);
  return (
    <PageFrame parents={[{ label: t('pages.tariffs-list'), to: tariffsAddress(app) }]}>
      <TariffForm
        save={async (body) => {
          await create.ask({ body });
          // Navigates after the form has cleared its unsaved state, which would block it.
          setTimeout(() => void navigate(tariffsAddress(app)));
        }}
      />
    </PageFrame>
  );
}
