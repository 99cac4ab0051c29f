import { ActionIcon, Alert, Button, CopyButton, Group, Stack, Text, TextInput, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { dollarText } from '#core/market/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { FileButton } from '#platform/web/ui/form/FileDrop.tsx';
import { QrCode } from '#platform/web/ui/images/QrCode.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { OrderDetail } from '../../common/order.ts';
import { type Attempt, type PaymentRow, proofUpload } from '../../common/payment.ts';
import { api, useText } from '../api.ts';
import classes from './Buying.module.css';

type Instructions = NonNullable<Attempt['instructions']>;
/** `waiting`: the payment of the order that waits for the finance of the seller, by any method. */
type Props = { order: OrderDetail; waiting: PaymentRow | undefined };

type Sent = { method: 'transfer' | 'purchase-order'; poNumber?: string; proof?: File };

function useOffline({ id, companyId }: OrderDetail) {
  const t = useText();
  const pay = useAction(api.payment.choose, { invalidates: [api.order.get], notice: () => t('pay.sent') });
  return { pending: pay.pending, send: (body: Sent) => pay.run({ params: { companyId, id }, body }) };
}

/** Where to transfer the money, ready to be copied or scanned, and the proof of it. */
export function PayByTransfer({ order, instructions, waiting }: Props & { instructions: Instructions }) {
  const t = useText();
  const { pending, send } = useOffline(order);
  const waits = waiting?.method === 'transfer';
  const { recipient, bank, iban, swift, reference, amount } = instructions;
  return (
    <Stack>
      {waits && (
        <Alert variant="light" role="status" title={t('pay.waiting')}>
          {t(waiting.hasProof ? 'pay.proofKept' : 'pay.proofHelps')}
        </Alert>
      )}
      <div className={classes.transfer}>
        <dl className={classes.account}>
          <Copied name={t('pay.recipient')} value={recipient} />
          <Copied name={t('bill.bank')} value={bank} />
          <Copied name={t('bill.iban')} value={iban} />
          <Copied name={t('bill.swift')} value={swift} />
          <Copied name={t('bill.reference')} value={reference} />
          <Copied name={t('columns.amount')} value={amount.toFixed(2)} shown={dollarText(amount)} />
        </dl>
        <figure className={classes.code}>
          <QrCode text={iban} label={t('pay.ibanCode')} />
          <Text component="figcaption" size="sm" c="dimmed">
            {t('pay.ibanCode')}
          </Text>
        </figure>
      </div>
      <Text size="sm" c="dimmed">
        {t('pay.transferText')}
      </Text>
      <Group gap="xs">
        {!waits && (
          <Button loading={pending} onClick={() => send({ method: 'transfer' })}>
            {t('pay.willTransfer')}
          </Button>
        )}
        <FileButton
          upload={proofUpload}
          label={t(waits && waiting.hasProof ? 'pay.replaceProof' : 'pay.sendProof')}
          variant={waits ? 'filled' : 'default'}
          pending={pending}
          onFile={(proof) => send({ method: 'transfer', proof })}
        />
      </Group>
    </Stack>
  );
}

function Copied({ name, value, shown = value }: { name: string; value: string; shown?: string }) {
  const t = useText();
  return (
    <div>
      <dt>{name}</dt>
      <dd>
        <Bdi>{shown}</Bdi>
        <CopyButton value={value}>
          {({ copied, copy }) => (
            <Tooltip label={t(copied ? 'pay.copied' : 'pay.copy')}>
              <ActionIcon variant="subtle" onClick={copy} aria-label={t('pay.copyOf', { name })}>
                {copied ? <IconCheck size={iconSizes.sm} aria-hidden /> : <IconCopy size={iconSizes.sm} aria-hidden />}
              </ActionIcon>
            </Tooltip>
          )}
        </CopyButton>
      </dd>
    </div>
  );
}

/** The number and the document of a purchase order, which the finance of the seller approves. */
export function PayByPurchaseOrder({ order, waiting }: Props) {
  const t = useText();
  const { pending, send } = useOffline(order);
  const waits = waiting?.method === 'purchase-order';
  const [poNumber, setPoNumber] = useState(waiting?.poNumber ?? order.poNumber ?? '');
  const [proof, setProof] = useState<File | null>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (proof) send({ method: 'purchase-order', poNumber, proof });
  };
  return (
    <form onSubmit={submit}>
      <Stack maw="28rem">
        {waits && (
          <Alert variant="light" role="status" title={t('pay.checked')}>
            {t('pay.checkedText')}
          </Alert>
        )}
        <TextInput
          label={t('buying.poNumber')}
          value={poNumber}
          onChange={(event) => setPoNumber(event.currentTarget.value)}
          maxLength={40}
          dir="ltr"
          required
        />
        <Group gap="xs">
          <FileButton upload={proofUpload} label={t('pay.chooseDocument')} onFile={setProof} variant="default" />
          {proof && (
            <Text size="sm">
              <bdi>{proof.name}</bdi>
            </Text>
          )}
        </Group>
        <Button type="submit" loading={pending} disabled={!proof} style={{ alignSelf: 'start' }}>
          {t(waits ? 'pay.replaceOrder' : 'pay.sendOrder')}
        </Button>
      </Stack>
    </form>
  );
}
