import { TextInput } from '@mantine/core';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { api, codecAddress, codecsAddress, useText } from './api.ts';

const schema = z.object({ name: requiredText(80), description: z.string().trim().max(500, 'tooLong') });
/** A codec to begin with, which decodes nothing yet. */
const beginning = `// bytes: the payload, fPort: the port, recvTime: when it was received
function decodeUplink(input) {
  return {
    data: {
      temperature: ((input.bytes[0] << 8) | input.bytes[1]) / 10,
    },
  };
}
`;

/** Makes a codec, whose page then opens. */
export function CreateCodecPage() {
  const t = useText();
  const navigate = useNavigate();
  const create = useAction(api.codec.create);
  const form = useEntityForm(schema, {
    namespace: 'integrations',
    initial: { name: '', description: '' },
    save: async (values) => {
      const { id } = await create.ask({ body: { ...values, source: beginning, samples: [], variables: {} } });
      // Navigates after the form has cleared its unsaved state, which would block it.
      setTimeout(() => void navigate(codecAddress(id)));
    },
  });
  return (
    <PageFrame parents={[{ label: t('pages.codecs-list'), to: codecsAddress }]}>
      <Panel>
        <EntityForm form={form} cancelTo={codecsAddress}>
          <TextInput {...form.field('name')} maxLength={80} />
          <TextInput {...form.field('description')} maxLength={500} />
        </EntityForm>
      </Panel>
    </PageFrame>
  );
}
