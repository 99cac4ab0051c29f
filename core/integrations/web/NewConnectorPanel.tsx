import { Button, Select, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from 'react-router';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type Connector, newConnector } from '../common/connector.ts';
import { api, connectorAddress, useText } from './api.ts';
import { Instructions, SecretOnce } from './Instructions.tsx';
import { useConnectorKinds } from './use-connector-kinds.ts';

type Made = Connector & { secret: string };
const schema = newConnector.pick({ kind: true, name: true });

/**
 * Creates a connector in two steps: its kind and name, then the address, the secret and what to enter at the other end.
 */
export function NewConnectorPanel({ onClose }: { onClose(): void }) {
  const t = useText();
  const [made, setMade] = useState<Made | null>(null);
  return (
    <SidePanel title={t(made ? 'connector.made' : 'connector.add')} onClose={onClose} keepOpen wide>
      {made ? (
        <Stack>
          <SecretOnce secret={made.secret} />
          <Instructions connector={made} secret={made.secret} />
          <Button component={Link} to={connectorAddress(made.id)}>
            {t('connector.open')}
          </Button>
        </Stack>
      ) : (
        <KindForm onMade={setMade} />
      )}
    </SidePanel>
  );
}

function KindForm({ onMade }: { onMade(made: Made): void }) {
  const t = useText();
  const { options, labelsOf } = useConnectorKinds();
  const create = useAction(api.connector.create);
  const form = useEntityForm(schema, {
    namespace: 'integrations',
    initial: { kind: 'chirpstack', name: '' },
    save: async (values) => onMade(await create.ask({ body: newConnector.parse({ ...values }) })),
  });
  const kind = String(form.values.kind);
  return (
    <EntityForm form={form} submitLabel={t('connector.next')}>
      <Select
        {...form.field('kind')}
        allowDeselect={false}
        data={options}
        description={labelsOf(kind).label(`connectorSetup.${kind}.about`)}
      />
      <TextInput {...form.field('name')} maxLength={80} />
    </EntityForm>
  );
}
