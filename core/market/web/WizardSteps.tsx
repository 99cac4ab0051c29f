import { ActionIcon, Button, Checkbox, Group, NumberInput, Paper, Radio, Stack, Text, Title } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
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
import classes from './Market.module.css';
import { Money } from './Money.tsx';
import { ChoiceCard } from './ProductCard.tsx';
import type { SellingApp } from './selling-apps.ts';
import { TokenTargets } from './TokenTargets.tsx';
import { isDevice, useSolutions } from './use-products.ts';
import {
  type Configuration,
  type Draft,
  emptyDraft,
  maxQty,
  newConfiguration,
  type Option,
  offeredBy,
  tokensFor,
  withDevice,
  withOption,
  withProduct,
} from './wizard-order.ts';

export type StepProps = {
  app: SellingApp;
  type: OrderType;
  products: readonly Product[];
  options: readonly Option[];
  draft: Draft;
  /** Changes the draft; `done` goes on to the next step. */
  change(changes: Partial<Draft>, done?: boolean): void;
};

type QuantityProps = { value: number; label: string; min?: number; onChange(qty: number): void };

/** The quantity of what is ordered. */
function Quantity({ value, label, min = 1, onChange }: QuantityProps) {
  return (
    <NumberInput
      label={label}
      value={value}
      min={min}
      max={maxQty}
      allowDecimal={false}
      allowNegative={false}
      onChange={(next) => onChange(Number(next) || min)}
      dir="ltr"
      w="9rem"
    />
  );
}

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

/** How many, and of devices in which configurations. */
function ConfigStep(props: StepProps) {
  return props.draft.hardwareId === null ? <QuantityStep {...props} /> : <ConfigurationsStep {...props} />;
}

function ConfigurationsStep({ options, draft, change }: StepProps) {
  const t = useText();
  const { configurations } = draft;
  return (
    <Stack>
      {configurations.map((configuration, at) => (
        <Paper
          // biome-ignore lint/suspicious/noArrayIndexKey: a configuration is known by its place alone
          key={at}
          component="section"
          withBorder
          radius="lg"
          p="md"
          aria-label={t('configuration', { n: at + 1 })}
        >
          <Group justify="space-between" mb="sm">
            <Title order={2} size="h3">
              {t('configuration', { n: at + 1 })}
            </Title>
            {configurations.length > 1 && (
              <ActionIcon
                aria-label={t('removeConfiguration', { n: at + 1 })}
                onClick={() => change({ configurations: configurations.toSpliced(at, 1) })}
              >
                <IconTrash size={iconSizes.md} aria-hidden />
              </ActionIcon>
            )}
          </Group>
          <ConfigurationFields
            configuration={configuration}
            options={options}
            onChange={(next) => change({ configurations: configurations.with(at, next) })}
          />
        </Paper>
      ))}
      <div>
        <Button
          variant="default"
          leftSection={<IconPlus size={iconSizes.md} aria-hidden />}
          onClick={() => change({ configurations: [...configurations, newConfiguration(options)] })}
        >
          {t('addConfiguration')}
        </Button>
      </div>
    </Stack>
  );
}

type FieldsProps = {
  configuration: Configuration;
  options: readonly Option[];
  onChange(configuration: Configuration): void;
};

function ConfigurationFields({ configuration, options, onChange }: FieldsProps) {
  const t = useText();
  const groups = [...new Set(options.flatMap(({ groupId }) => groupId ?? []))];
  const set = (option: Option, pieces: number) => onChange(withOption(configuration, options, option, pieces));
  return (
    <Stack gap="sm">
      <Quantity
        label={t('quantity')}
        value={configuration.qty}
        onChange={(qty) => onChange({ ...configuration, qty })}
      />
      {groups.map((group) => {
        const members = options.filter(({ groupId }) => groupId === group);
        return (
          <Radio.Group
            key={group}
            label={t('chooseOne')}
            value={String(members.find(({ id }) => configuration.options[id])?.id ?? '')}
            onChange={(value) => {
              const option = members.find(({ id }) => String(id) === value);
              if (option) set(option, 1);
            }}
          >
            <Stack gap="xs" mt="xs">
              {members.map((option) => (
                <Radio key={option.id} value={String(option.id)} label={<Priced {...option} />} />
              ))}
            </Stack>
          </Radio.Group>
        );
      })}
      {options
        .filter(({ groupId }) => groupId === null)
        .map((option) => (
          <OptionField key={option.id} option={option} configuration={configuration} onSet={set} />
        ))}
    </Stack>
  );
}

/** A name with its price. They are isolated: an Arabic name may end in Latin letters. */
function Priced({ name, price }: { name: string; price: number | null }) {
  const t = useText();
  return (
    <>
      <bdi>{name}</bdi> · {price ? <Money of={price} /> : t('included')}
    </>
  );
}

type OptionProps = { option: Option; configuration: Configuration; onSet(option: Option, pieces: number): void };

/** An option that is taken or not, or of which several pieces may be taken. */
function OptionField({ option, configuration, onSet }: OptionProps) {
  const pieces = configuration.options[option.id] ?? 0;
  const disabled = option.dependencyId !== null && !configuration.options[option.dependencyId];
  if (option.max <= 1)
    return (
      <Checkbox
        label={<Priced {...option} />}
        checked={pieces > 0}
        disabled={disabled}
        onChange={(event) => onSet(option, event.currentTarget.checked ? 1 : 0)}
      />
    );
  return (
    <NumberInput
      label={<Priced {...option} />}
      value={pieces}
      min={option.min}
      max={option.max}
      disabled={disabled}
      allowDecimal={false}
      onChange={(next) => onSet(option, Number(next) || 0)}
      dir="ltr"
      w="14rem"
    />
  );
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
