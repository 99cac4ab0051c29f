import { FileInput, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { z } from 'zod';
import { requiredText } from '#platform/common/validation/validation.ts';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { PageFrame } from '#platform/web/ui/page/PageFrame.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { api, codecAddress, codecsAddress, useText } from '../api.ts';
import { type CodecFile, readCodec } from './codec-file.ts';

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

/** Creates a codec, from a file or empty, and then opens its page. */
export function CreateCodecPage() {
  const t = useText();
  const navigate = useNavigate();
  const create = useAction(api.codec.create);
  const [file, setFile] = useState<CodecFile | null>(null);
  const [unreadable, setUnreadable] = useState(false);
  const form = useEntityForm(schema, {
    namespace: 'integrations',
    initial: { name: '', description: '' },
    save: async (values) => {
      const { source, samples, variables } = file ?? { source: beginning, samples: [], variables: {} };
      const { id } = await create.ask({ body: { ...values, source, samples, variables } });
      // Navigates after the form has cleared its unsaved state, which would block it.
      setTimeout(() => void navigate(codecAddress(id)));
    },
  });
  const take = async (chosen: File | null) => {
    const read = chosen && (await readCodec(chosen));
    setUnreadable(chosen !== null && read === null);
    setFile(read);
    if (!read) return;
    form.set('name', read.name);
    form.set('description', read.description);
  };
  return (
    <PageFrame parents={[{ label: t('pages.codecs-list'), to: codecsAddress }]}>
      <Panel>
        <EntityForm form={form} cancelTo={codecsAddress}>
          <TextInput {...form.field('name')} maxLength={80} />
          <TextInput {...form.field('description')} maxLength={500} />
          <FileInput
            label={t('codec.file')}
            description={t('codec.fileText')}
            placeholder={t('codec.chooseFile')}
            accept="application/json"
            clearable
            clearButtonProps={{ 'aria-label': t('codec.noFile') }}
            error={unreadable && t('codec.unreadable')}
            onChange={(chosen) => void take(chosen)}
          />
        </EntityForm>
      </Panel>
    </PageFrame>
  );
}
