import { Anchor, Stack, Text } from '@mantine/core';
import { Link, useNavigate } from 'react-router';
import { CreateCompany } from '#core/accounts/web/parts.tsx';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { useText } from '../texts.ts';
import { customersAddress, editCustomerAddress } from './addresses.ts';

/** Creates a customer together with the contract of the security company. One that is here already is invited. */
export function AddCustomerPage() {
  const t = useText();
  const navigate = useNavigate();
  return (
    <PageFrame parents={[{ label: t('pages.security-company-customer-list'), to: customersAddress }]}>
      <Stack>
        <Text>
          {t('customers.known')}{' '}
          <Anchor component={Link} to="/core/companies/list/requests" underline="always" inherit>
            {t('customers.invite')}
          </Anchor>
        </Text>
        <CreateCompany
          kind="Customer"
          cancelTo={customersAddress}
          onMade={({ id }) => void navigate(editCustomerAddress(id))}
        />
      </Stack>
    </PageFrame>
  );
}
