import { Alert, Button, Group } from '@mantine/core';
import { seesAllClients } from '#platform/common/company-kinds.ts';
import { selectCustomer } from '#platform/web/client/connection.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { reloadSession } from '#platform/web/session/session.ts';
import { selectedCustomer } from '#platform/web/session/session-store.ts';
import type { Device } from '../common/device.ts';
import { useText } from './texts.ts';

/** Whether device lists contain the devices of all clients, whichever is selected. */
export const useAllClients = (): boolean => seesAllClients(useMe().session.user.companyType);

/** Whether the device is of another client than the selected one: it can be viewed, but not changed. */
export function useOtherCustomer({ companyId }: Pick<Device, 'companyId'>): boolean {
  const { company } = useMe();
  return selectedCustomer() !== null && company?.id !== companyId;
}

/** States that the device belongs to another client than the selected one, and leads there. */
export function OtherCustomerNotice({ device }: { device: Device }) {
  const t = useText();
  if (!useOtherCustomer(device)) return null;
  return (
    <Alert w="100%">
      <Group justify="space-between" gap="sm">
        <span>{t('otherCustomer.text', { company: device.company.name })}</span>
        <Button size="xs" variant="default" onClick={() => void selectCustomer(device.companyId, reloadSession)}>
          {t('otherCustomer.actFor')}
        </Button>
      </Group>
    </Alert>
  );
}
