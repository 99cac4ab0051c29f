import { Alert, Button, type ButtonProps, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { CountryField } from '#core/countries/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { EntityForm } from '#platform/web/ui/form/EntityForm.tsx';
import { useEntityForm } from '#platform/web/ui/form/use-entity-form.ts';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { type QuoteRequest, quoteRequest } from '../../common/quote-request.ts';
import { api, useText } from '../api.ts';

type Props = { lines?: QuoteRequest['lines']; variant?: NonNullable<ButtonProps['variant']> };
const noLines: QuoteRequest['lines'] = [];

/** Asks for an offer by mail, with or without products. */
export function AskForQuote({ lines = noLines, variant = 'default' }: Props) {
  const t = useText();
  const [opened, setOpened] = useState(false);
  return (
    <>
      <Button variant={variant} onClick={() => setOpened(true)}>
        {t('quoteRequest.ask')}
      </Button>
      {opened && (
        <SidePanel title={t('quoteRequest.ask')} onClose={() => setOpened(false)} keepOpen>
          <QuoteForm lines={lines} />
        </SidePanel>
      )}
    </>
  );
}

const details = quoteRequest.omit({ lines: true });

function QuoteForm({ lines }: { lines: QuoteRequest['lines'] }) {
  const t = useText();
  const [number, setNumber] = useState<string | null>(null);
  const ask = useAction(api.quoteRequest.ask, { onDone: (reply) => setNumber(reply.number) });
  const form = useEntityForm(details, {
    namespace: 'market',
    initial: { name: '', email: '', phone: '', company: '', countryId: null, message: '' },
    save: (values) => ask.ask({ body: { ...values, lines }, silent: 'success' }),
  });
  if (number !== null)
    return (
      <Alert color="teal" role="status" title={t('quoteRequest.received', { number })}>
        {t('quoteRequest.soon')}
      </Alert>
    );
  const { label, error, name } = form.field('countryId');
  return (
    <EntityForm form={form} submitLabel={t('quoteRequest.send')}>
      <TextInput {...form.field('name')} autoComplete="name" data-autofocus />
      <TextInput {...form.field('email')} type="email" autoComplete="email" dir="ltr" />
      <TextInput {...form.field('phone')} type="tel" autoComplete="tel" dir="ltr" placeholder="+971501234567" />
      <TextInput {...form.field('company')} autoComplete="organization" />
      <CountryField
        label={label}
        error={error}
        name={name}
        withAsterisk
        value={Number(form.values.countryId) || null}
        onChange={(id) => form.set('countryId', id)}
      />
      <Textarea {...form.field('message')} autosize minRows={3} maxRows={10} />
    </EntityForm>
  );
}
