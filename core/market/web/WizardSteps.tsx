import { Button, Radio, Stack, Text } from '@mantine/core';
import type { ComponentType } from 'react';
import { solutionIcon } from '#core/devices/web/parts.tsx';
import { canDo } from '#platform/common/permission-key.ts';
import { useStore } from '#platform/web/client/store.ts';
import { usePermitted } from '#platform/web/session/hooks.tsx';
import { sessionStore } from '#platform/web/session/session-store.ts';
import { iconSizes } from '#platform/web/theme.ts';
import type { OrderType, WizardStep } from '../common/manifest.ts';
import type { Product } from '../common/product.ts';
import { useText } from './api.ts';
import { ConfigurationsStep } from './ConfigurationsStep.tsx';
import { TokenTargets } from './cart/TokenTargets.tsx';
import classes from './Market.module.css';
import { ChoiceCard } from './products/ProductCard.tsx';
import { isDevice, useSolutions } from './products/use-products.ts';
import { Priced, Quantity } from './Quantity.tsx';
import type { SellingApp } from './selling-apps.ts';
import {
  emptyDraft,
  offeredBy,
  type ProductOption,
  tokensFor,
  type WizardDraft,
  withDevice,
  withProduct,
} from './wizard-order.ts';

export type StepProps = {
  app: SellingApp;
  type: OrderType;
  products: readonly Product[];
  options: readonly ProductOption[];
  draft: WizardDraft;
  /** Changes the draft; `done` moves to the next step. */
  change(changes: Partial<WizardDraft>, done?: boolean): void;
};

/** The solutions that something is sold for in this type of order. */
function SolutionsStep({ app, type, products, draft, change }: StepProps) {
  const solutions = useSolutions(app.id).filter(({ id }) => offeredBy(type, products, id).length > 0);
  return (
    <ul className={classes.grid}>
      {solutions.map(({ id, name }) => {
        const Icon = solutionIcon(app.manifest, id);
        const chosen = draft.solutionId === id;
        return (
          <li key={id}>
            <Button
              fullWidth
              size="lg"
              variant={chosen ? 'light' : 'default'}
              aria-pressed={chosen}
              leftSection={<Icon size={iconSizes.lg} aria-hidden />}
              onClick={() => change(chosen ? {} : { ...emptyDraft, solutionId: id }, true)}
            >
              <bdi>{name}</bdi>
            </Button>
          </li>
        );
      })}
    </ul>
  );
}

function ProductsStep({ type, products, draft, change }: StepProps) {
  const { solutionId, hardwareId, productId } = draft;
  const isChosen = (product: Product) =>
    isDevice(product) ? product.hardwareId === hardwareId : product.id === productId;
  const choose = (product: Product) => {
    if (isChosen(product)) change({}, true);
    else change(isDevice(product) ? withDevice(product, type, products, solutionId) : withProduct(product), true);
  };
  return <Choices products={offeredBy(type, products, solutionId)} chosen={isChosen} onChoose={choose} />;
}

type ChoicesProps = {
  products: readonly Product[];
  chosen(product: Product): boolean;
  onChoose(product: Product): void;
};

function Choices({ products, chosen, onChoose }: ChoicesProps) {
  return (
    <ul className={classes.grid}>
      {products.map((product) => (
        <li key={product.id}>
          <ChoiceCard product={product} chosen={chosen(product)} onChoose={() => onChoose(product)} />
        </li>
      ))}
    </ul>
  );
}

/** The quantity, and the configurations of devices. */
function ConfigStep(props: StepProps) {
  return props.draft.hardwareId === null ? <QuantityStep {...props} /> : <ConfigurationsStep {...props} />;
}

function TokensStep({ products, draft, change }: StepProps) {
  const t = useText();
  const device = products.find(({ hardwareId }) => hardwareId === draft.hardwareId && hardwareId !== null);
  const free = device?.offer?.freeTokenValidityInMonths ?? 0;
  return (
    <Radio.Group
      label={t('subscription')}
      description={t('subscriptionText')}
      value={String(draft.tokenId ?? '')}
      onChange={(value) => change({ tokenId: value === '' ? null : Number(value) })}
    >
      <Stack gap="sm" mt="sm">
        <Radio value="" label={free > 0 ? t('freeOnly', { count: free }) : t('noSubscription')} />
        {tokensFor(products, draft.solutionId).map(({ id, name, price }) => (
          <Radio key={id} value={String(id)} label={<Priced name={name} price={price} />} />
        ))}
      </Stack>
    </Radio.Group>
  );
}

function QuantityStep({ products, draft, change }: StepProps) {
  const t = useText();
  const product = products.find(({ id }) => id === draft.productId);
  return (
    <Stack>
      <Text fw={600}>
        <bdi>{product?.name}</bdi>
      </Text>
      {product && product.options.length > 0 && (
        <ul>
          {product.options.map(({ id, name, preset, min }) => (
            <li key={id}>
              <bdi>{t('pieceOf', { count: Math.max(1, preset, min), name })}</bdi>
            </li>
          ))}
        </ul>
      )}
      <Quantity label={t('quantity')} value={draft.qty} onChange={(qty) => change({ qty })} />
    </Stack>
  );
}

/** Subscriptions for devices of a solution: which, for which devices, and how many more are kept in stock. */
function DevicesStep({ app, type, products, draft, change }: StepProps) {
  const t = useText();
  const offered = tokensFor(products, draft.solutionId).filter(({ kind }) => type.sells.includes(kind));
  const acting = useStore(sessionStore, ({ me }) => me?.session.actingFor ?? null);
  const buys = usePermitted(canDo('product.token', 'read')) && acting !== null;
  return (
    <Stack>
      <Choices
        products={offered}
        chosen={({ id }) => id === draft.productId}
        onChoose={({ id }) => change({ productId: id })}
      />
      {buys && <TokenTargets app={app.id} products={offered} draft={draft} change={change} />}
      <Quantity
        label={t('keepInStock')}
        min={draft.deviceIds.length > 0 ? 0 : 1}
        value={draft.qty}
        onChange={(qty) => change({ qty })}
      />
    </Stack>
  );
}

export const stepContents: Readonly<Record<WizardStep, ComponentType<StepProps>>> = {
  solutions: SolutionsStep,
  products: ProductsStep,
  config: ConfigStep,
  tokens: TokensStep,
  devices: DevicesStep,
  packages: ProductsStep,
  quantity: QuantityStep,
};
