import { Button, Stack, TextInput } from '@mantine/core';
import { type FormEvent, useRef, useState } from 'react';
import { useAction } from '#platform/web/client/hooks.ts';
import { RequestError } from '#platform/web/client/request-error.ts';
import { useFirstError } from '#platform/web/ui/form/first-error.ts';
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
  return (
    <>
      <Button onClick={() => setOpened(true)}>{t('steps.sign')}</Button>
      {opened && (
        <SidePanel title={t('signTitle', { number: visit.number })} onClose={() => setOpened(false)} keepOpen sheet>
          <SignForm visit={visit} onSigned={() => setOpened(false)} />
        </SidePanel>
      )}
    </>
  );
}

type Missing = { name?: string; signature?: string };

function SignForm({ visit, onSigned }: { visit: ShownVisit; onSigned(): void }) {
  const t = useText();
  const [name, setName] = useState('');
  const [signature, setSignature] = useState<Signature | null>(null);
  const [missing, setMissing] = useState<Missing>({});
  const form = useFirstError<HTMLFormElement>(missing);
  const submit = useRef<HTMLButtonElement>(null);
  const prove = useAction(api.visitProof.add);
  const sign = useAction(api.visit.sign, { keyed: true, onDone: onSigned });
  const params = { id: visit.id };
  const signer = name.trim();

  async function send(event: FormEvent): Promise<void> {
    event.preventDefault();
    const needed = t('validation.needed');
    setMissing({ ...(signer ? {} : { name: needed }), ...(signature ? {} : { signature: needed }) });
    if (!signature || signer === '') return;
    const clientId = crypto.randomUUID();
    try {
      await prove.ask({
        params,
        body: { clientId, kind: 'signature', file: signature.file, data: { name: signer } },
      });
      await sign.ask({ params, body: { name: signer, signature: clientId } });
    } catch (error) {
      // The client has already shown a refusal.
      if (!(error instanceof RequestError)) throw error;
    }
  }
  return (
    <form ref={form} onSubmit={(event) => void send(event)} noValidate>
      <Stack gap="md">
        <TextInput
          {...required}
          data-autofocus
          label={t('fields.signedBy')}
          value={name}
          maxLength={120}
          error={signer === '' && missing.name}
          onChange={(event) => {
            setName(event.currentTarget.value);
            // It is written in the signature.
            if (signature?.name) setSignature(null);
          }}
        />
        <SignatureInput
          label={t('fields.signature')}
          required
          signer={name}
          value={signature}
          onChange={(value) => {
            setSignature(value);
            // Who uses the keyboard goes on with Enter.
            if (value?.name) submit.current?.focus();
          }}
          error={!signature && missing.signature}
        />
        <Button ref={submit} type="submit" loading={prove.pending || sign.pending}>
          {t('steps.sign')}
        </Button>
      </Stack>
    </form>
  );
}
