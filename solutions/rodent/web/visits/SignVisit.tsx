import { Button, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { required } from '#platform/web/ui/form/required.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { SignatureInput } from '#platform/web/ui/proof/SignatureInput.tsx';
import type { Signature } from '#platform/web/ui/proof/use-paper.ts';
import type { ShownVisit } from '../../common/visits/visit.ts';
import { api } from '../api.ts';
import { useText } from '../texts.ts';

/** The customer signs on the phone of the technician. */
export function SignVisit({ visit }: { visit: ShownVisit }) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  const [name, setName] = useState('');
  const [signature, setSignature] = useState<Signature | null>(null);
  const [checked, setChecked] = useState(false);
  const prove = useAction(api.visitProof.add);
  const sign = useAction(api.visit.sign, { keyed: true, onDone: () => setOpened(false) });
  const params = { id: visit.id };

  async function send(): Promise<void> {
    setChecked(true);
    if (!signature || name.trim() === '') return;
    const clientId = crypto.randomUUID();
    try {
      await prove.ask({
        params,
        body: { clientId, kind: 'signature', file: signature.file, data: { name: name.trim() } },
      });
      await sign.ask({ params, body: { name: name.trim(), signature: clientId } });
    } catch (error) {
      // The client has already shown a refusal.
      if (!(error instanceof RequestError)) throw error;
    }
  }
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('steps.sign')}</Button>
      {opened && (
        <SidePanel title={t('signTitle', { number: visit.number })} onClose={() => setOpened(false)} keepOpen sheet>
          <Stack gap="md">
            <TextInput
              {...required}
              label={t('fields.signedBy')}
              value={name}
              maxLength={120}
              error={checked && name.trim() === '' ? t('validation.needed') : undefined}
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <SignatureInput
              label={t('fields.signature')}
              required
              value={signature}
              onChange={setSignature}
              error={checked && !signature ? t('validation.needed') : undefined}
            />
            <Button loading={prove.pending || sign.pending} onClick={() => void send()}>
              {t('steps.sign')}
            </Button>
          </Stack>
        </SidePanel>
      )}
    </>
  );
}
