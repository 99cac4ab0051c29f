import { useNavigate } from 'react-router';
import { CreateCompany } from '#core/accounts/web/parts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { customerAddress, customersAddress } from '../addresses.ts';
import { useText } from '../api.ts';

/** Creates a customer; what is left to do is on its own page. */
export function CreateCustomerPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <PageFrame parents={[{ label: t('pages.customers-list-type'), to: customersAddress() }]}>
      <CreateCompany
        cancelTo={customersAddress()}
        onMade={(company) => void navigate(`${customerAddress(company)}?new=1`)}
      />
    </PageFrame>
  );
}
