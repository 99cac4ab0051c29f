import { Alert, Button, Radio, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { BillingDetails } from '#core/accounts/web/parts.tsx';
import { AddressPicker, Totals, useProblemText, useQuote, VoucherField } from '#core/market/web/parts.tsx';
import { errorMessage } from '#platform/web/client/connection.ts';
import { useData } from '#platform/web/client/hooks.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { useMe } from '#platform/web/session/hooks.tsx';
import { UnsavedGuard } from '#platform/web/ui/form/UnsavedGuard.tsx';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import { EmptyState } from '#platform/web/ui/state/EmptyState.tsx';
import { paymentMethods } from '../../common/order.ts';
import { orderAddress } from '../addresses.ts';
import { api, useText } from '../api.ts';
import classes from './Buying.module.css';
import { CheckoutLines } from './CheckoutLines.tsx';
import type { Method } from './methods.ts';
import { PriceChanges } from './PriceChanges.tsx';
import { type OrderDraft, usePlaceOrder } from './use-place-order.ts';

const settleMs = 700;

type Props = {
  companyId: number;
  /** What the order begins with: the cart, or an order request. */
  begin: OrderDraft;
  request?: { uuid: string; sender: { name: string } | null; note: string };
  onPlaced?(): void;
};

/** An order in four parts: company and address, lines, voucher, payment. It can be placed once it is validated. */
export function Checkout({ companyId, begin, request, onPlaced }: Props) {
  const t = useText();
  const navigate = useNavigate();
  const [draft, setDraft] = useState(begin);
  const [poNumber, setPoNumber] = useState('');
  const [done, setDone] = useState(false);
  const { entries, voucher, addressId, method, note } = draft;
  const change = (changes: Partial<OrderDraft>) => setDraft((before) => ({ ...before, ...changes }));
  const { quote, problems, settled, query, failed } = useQuote(entries, { voucher, addressId, settleMs });
  const placing = usePlaceOrder(companyId, request?.uuid ?? null, ({ id }) => {
    setDone(true);
    onPlaced?.();
    void navigate(orderAddress({ id, companyId }));
  });
  const terms = useData(api.payment.credit, { params: { companyId } }, { silent: true }).data;
  if (entries.length === 0 && !done)
    return <EmptyState title={t('buying.nothingToOrder.title')} text={t('buying.nothingToOrder.text')} />;
  const lacksAddress = Boolean(quote?.requiresShipping) && addressId === null;
  const needsPo = method === 'purchase-order' || terms?.poRequired === true;
  const lacksPo = terms?.poRequired === true && poNumber.trim() === '';
  const ready =
    quote !== undefined && settled && !failed && problems.length === 0 && !lacksAddress && method !== null && !lacksPo;
  const order = { ...draft, voucher: quote?.voucher ?? '', poNumber };
  return (
    <div className={classes.checkout}>
      <UnsavedGuard when={!done && !placing.pending} />
      <Stack>
        {request && <RequestNote {...request} />}
        <CompanyPart companyId={companyId}>
          {quote?.requiresShipping !== false && (
            <AddressPicker
              companyId={companyId}
              value={addressId}
              onChange={(id) => change({ addressId: id })}
              error={quote && lacksAddress ? t('errors.address-required') : null}
            />
          )}
        </CompanyPart>
        <CheckoutLines lines={quote?.lines ?? []} problems={problems} />
        <Panel title={t('buying.parts.voucher')}>
          <VoucherField
            asked={voucher}
            used={quote?.voucher ?? null}
            problems={problems}
            onVoucher={(code) => change({ voucher: code })}
          />
        </Panel>
        <MethodPart value={method} onChange={(next) => change({ method: next })}>
          {needsPo && (
            <TextInput
              label={t('buying.poNumber')}
              value={poNumber}
              required={terms?.poRequired === true}
              maxLength={40}
              dir="ltr"
              onChange={(event) => setPoNumber(event.currentTarget.value)}
            />
          )}
          <Textarea
            label={t('buying.note')}
            value={note}
            maxLength={500}
            autosize
            minRows={2}
            onChange={(event) => change({ note: event.currentTarget.value })}
          />
        </MethodPart>
      </Stack>
      <div className={classes.foot}>
        <Panel title={t('buying.total')}>
          <Stack>
            <Totals totals={quote?.totals} />
            <GeneralProblems problems={problems} failed={failed} />
            {placing.refusal && (
              <Alert color="red" role="alert">
                {errorMessage(placing.refusal)}
              </Alert>
            )}
            <Button
              size="md"
              disabled={!ready}
              loading={placing.pending}
              onClick={() => quote && placing.place(order, quote)}
            >
              {t('buying.place')}
            </Button>
            <Text size="sm" c="dimmed" aria-live="polite">
              {!settled ? t('buying.checking') : ready ? t('buying.ready') : t('buying.notReady')}
            </Text>
          </Stack>
        </Panel>
      </div>
      {placing.changed && (
        <PriceChanges
          changed={placing.changed}
          known={quote?.lines ?? []}
          pending={placing.pending}
          onCancel={() => {
            placing.keepOut();
            void query.refetch();
          }}
          onPlace={() => placing.changed && placing.place(order, placing.changed.quote)}
        />
      )}
    </div>
  );
}

const RequestNote = ({ sender, note }: { sender: { name: string } | null; note: string }) => {
  const t = useText();
  return (
    <Alert variant="light" title={t('buying.fromRequest', { name: sender?.name ?? '–' })}>
      {note && <bdi>{note}</bdi>}
    </Alert>
  );
};

function CompanyPart({ companyId, children }: { companyId: number; children: ReactNode }) {
  const t = useText();
  const { company } = useMe();
  return (
    <Panel title={t('buying.parts.company')}>
      <Stack>
        <Text fw={600}>
          <bdi>{company?.name}</bdi>
        </Text>
        {children}
        <BillingDetails companyId={companyId} />
      </Stack>
    </Panel>
  );
}

type MethodProps = { value: Method | null; onChange(method: Method): void; children: ReactNode };

/** The ways to pay; those that are not offered show the reason. */
function MethodPart({ value, onChange, children }: MethodProps) {
  const t = useText();
  const { label, has } = useLabels('orders');
  const title = useId();
  const { data: offered } = useData(api.payment.methods, {}, { silent: true });
  const offerOf = (method: Method) => {
    const called = (name: Method) => offered?.find(({ id }: { id: string }) => id === name);
    return called(method) ?? (method === 'card-link' ? called('card') : undefined);
  };
  /** Why a way to pay cannot be chosen; null if it can. */
  const whyNot = (method: Method): string | null => {
    const offer = offerOf(method);
    if (offer?.enabled) return null;
    const key = `why.${offer?.why ?? 'not-offered'}`;
    return has(key) ? label(key) : t('buying.methodNotOffered');
  };
  return (
    <Panel title={t('buying.parts.method')}>
      <Stack>
        <Radio.Group
          aria-labelledby={title}
          value={value ?? ''}
          onChange={(next) => {
            const chosen = paymentMethods.find((one) => one === next);
            if (chosen) onChange(chosen);
          }}
        >
          <Text id={title} size="sm" fw={500} mb="xs">
            {t('buying.howToPay')}
          </Text>
          <Stack gap="xs">
            {paymentMethods.map((method) => {
              const why = whyNot(method);
              return (
                <Radio
                  key={method}
                  value={method}
                  disabled={why !== null}
                  label={label(`values.method.${method}`)}
                  description={(offered && why) ?? t(`buying.methodTexts.${method}`)}
                />
              );
            })}
          </Stack>
        </Radio.Group>
        {children}
      </Stack>
    </Panel>
  );
}

type GeneralProps = { problems: Parameters<typeof CheckoutLines>[0]['problems']; failed: boolean };

/** The problems of the order as a whole; lines and voucher show their own. */
function GeneralProblems({ problems, failed }: GeneralProps) {
  const t = useText();
  const problemText = useProblemText();
  return (
    <>
      {problems
        .filter(({ path }) => path === '' || path === 'address')
        .map((problem) => (
          <Text key={problem.word} size="sm" c="var(--severity-problem-text)" role="alert">
            {problemText(problem)}
          </Text>
        ))}
      {failed && (
        <Text size="sm" c="var(--severity-problem-text)" role="alert">
          {t('buying.checkFailed')}
        </Text>
      )}
    </>
  );
}
