import { Button, CopyButton, Select, Stack, Text, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { AddressPicker, sharedCartFragment, useCart, useCartParams, useQuote } from '#core/market/web/parts.tsx';
import { useAction } from '#platform/web/client/hooks.ts';
import { createIdempotencyKeys } from '#platform/web/client/idempotency-key.ts';
import { useStore } from '#platform/web/client/store.ts';
import { useLabels } from '#platform/web/i18n/texts.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { CustomerSwitch } from '#platform/web/shell/session/CustomerSwitch.tsx';
import type { Intention } from '../../common/intention.ts';
import { checkoutPath } from '../addresses.ts';
import { api, useText } from '../api.ts';
import { myOrdersPath } from './addresses.ts';
import { type Method, preferredMethods } from './methods.ts';

/**
 * What a signed-in person can do with the cart: order it, send an order request, or pass it to someone who may order.
 */
export function PlacedPart() {
  const me = useStore(sessionStore, (state) => state.me);
  const mayAsk = usePermitted(api.intention.create.route.access);
  const companyId = me?.session.actingFor ?? null;
  const navigate = useNavigate();
  if (!me) return null;
  if (me.session.user.adminType === 'Super Admin') return <CheckOut selected={companyId !== null} />;
  if (companyId === null) return null;
  return mayAsk ? (
    <SendRequest companyId={companyId} onSent={() => void navigate(myOrdersPath)} />
  ) : (
    <AskAdministrator />
  );
}

function CheckOut({ selected }: { selected: boolean }) {
  const t = useText();
  const { asked } = useCartParams();
  const params = new URLSearchParams({
    ...(asked.voucher ? { voucher: asked.voucher } : {}),
    ...(asked.addressId ? { address: String(asked.addressId) } : {}),
  });
  if (!selected)
    return (
      <Stack gap="xs">
        <Text size="sm">{t('buying.chooseCompany')}</Text>
        <CustomerSwitch />
      </Stack>
    );
  return (
    <Button component={Link} to={`${checkoutPath}?${params}`}>
      {t('buying.checkOut')}
    </Button>
  );
}

/** The order request of an administrator: delivery address, preferred payment method and a note. */
export function SendRequest({ companyId, onSent }: { companyId: number; onSent(request: Intention): void }) {
  const t = useText();
  const { label } = useLabels('orders');
  const { entries, set: setCart } = useCart();
  const { asked, set } = useCartParams();
  const { quote, problems, settled } = useQuote(entries, asked);
  const [method, setMethod] = useState<Method | null>(null);
  const [note, setNote] = useState('');
  const [tried, setTried] = useState(false);
  const [keys] = useState(createIdempotencyKeys);
  const create = useAction(api.intention.create, {
    notice: () => t('buying.sent'),
    onDone: (request) => {
      keys.answered();
      setCart([]);
      onSent(request);
    },
    onError: keys.failed,
  });
  const lacksAddress = Boolean(quote?.requiresShipping) && asked.addressId === null;
  const send = () => {
    setTried(true);
    if (lacksAddress) return;
    const body = {
      orders: [...entries],
      voucher: asked.voucher || null,
      addressId: quote?.requiresShipping ? asked.addressId : null,
      method,
      note,
    };
    create.run({ params: { companyId }, body, headers: { 'idempotency-key': keys.keyFor(body) } });
  };
  return (
    <Stack>
      {quote?.requiresShipping && (
        <AddressPicker
          companyId={companyId}
          value={asked.addressId}
          onChange={(id) => set({ address: id === null ? null : String(id) })}
          error={tried && lacksAddress ? t('errors.address-required') : null}
        />
      )}
      <Select
        label={t('buying.preferredMethod')}
        placeholder={t('buying.noPreference')}
        data={preferredMethods.map((value) => ({ value, label: label(`values.method.${value}`) }))}
        value={method}
        onChange={(value) => setMethod(preferredMethods.find((one) => one === value) ?? null)}
        clearable
        clearButtonProps={{ 'aria-label': t('buying.noPreference') }}
      />
      <Textarea
        label={t('buying.note')}
        value={note}
        maxLength={500}
        autosize
        minRows={2}
        onChange={(event) => setNote(event.currentTarget.value)}
      />
      <Button onClick={send} loading={create.pending} disabled={!settled || problems.length > 0}>
        {t('buying.send')}
      </Button>
      <Text size="sm" c="dimmed">
        {t('buying.sendText')}
      </Text>
    </Stack>
  );
}

/** For people who may not order: a link that passes the cart to a person who may. */
function AskAdministrator() {
  const t = useText();
  const { entries } = useCart();
  const { data: fragment } = useQuery({
    queryKey: ['orders', 'shared-cart', entries],
    queryFn: () => sharedCartFragment(entries),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const link = `${window.location.origin}/core/market/cart${fragment ?? ''}`;
  return (
    <Stack gap="xs">
      <Text fw={600}>{t('buying.askAdministrator')}</Text>
      <Text size="sm" c="dimmed">
        {t('buying.askText')}
      </Text>
      <CopyButton value={link}>
        {({ copied, copy }) => (
          <Button onClick={copy} disabled={!fragment} variant={copied ? 'light' : 'filled'}>
            {copied ? t('buying.linkCopied') : t('buying.copyLink')}
          </Button>
        )}
      </CopyButton>
    </Stack>
  );
}
