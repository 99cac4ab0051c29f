import { Anchor, Button, Checkbox, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { Product } from '../../common/product.ts';
import { useText } from '../api.ts';
import { ProductDrawing } from '../drawings/ProductDrawing.tsx';
import classes from '../Market.module.css';
import { Money } from '../Money.tsx';

const fewLeft = 5;
/** The catalogue shows no larger stock. */
const maxShownStock = 20;
const factsShown = 3;

/** How soon a product is sent, or how few are left. */
export function Delivery({ product }: { product: Product }) {
  const t = useText();
  const { number } = useFormats();
  const { stock, leadTimeDays, kind } = product;
  if (stock !== null && stock <= 0) return t('soldOut');
  if (stock !== null && stock <= fewLeft) return t('onlyLeft', { count: stock });
  const parts = [
    ...(stock === null ? [] : [t(stock < maxShownStock ? 'inStock' : 'inStockAtLeast', { shown: number(stock) })]),
    ...(kind === 'tokenPackage' || leadTimeDays === 0 ? [] : [t('leadTime', { count: leadTimeDays })]),
  ];
  return parts.join(' · ');
}

/** The key facts of a product, the most important first. */
export function useProductFacts(): (product: Product) => ReactNode[] {
  const t = useText();
  const { number } = useFormats();
  return ({ offer, summary, months, units }) => {
    if (!offer)
      return [
        ...(summary ? [<bdi key="summary">{summary}</bdi>] : []),
        ...(months ? [t('months', { count: months })] : []),
        ...(units && units > 1 ? [t('units', { count: units, shown: number(units) })] : []),
      ];
    const { sensors, communicationType, batteryLifeMonths, freeTokenValidityInMonths } = offer;
    return [
      ...(sensors.length > 0 ? [<bdi key="sensors">{sensors.map(({ name }) => name).join(t('comma'))}</bdi>] : []),
      ...(communicationType ? [<Bdi key="communication">{communicationType}</Bdi>] : []),
      ...(batteryLifeMonths ? [t('batteryYears', { count: Math.floor(batteryLifeMonths / 12) })] : []),
      ...(freeTokenValidityInMonths ? [t('monthsFree', { count: freeTokenValidityInMonths })] : []),
    ].slice(0, factsShown);
  };
}

type Props = {
  product: Product;
  selected?: boolean;
  /** Opens the details of a device. */
  onOpen?: (() => void) | undefined;
  /** The page of the product. */
  to?: string;
  /** The main action and its label. */
  action?: { label: string; run(): void } | undefined;
  /** Opens the editor, for people who manage the catalogue. */
  onEdit?: (() => void) | undefined;
  /** The checkbox for the comparison. */
  compare?: { checked: boolean; disabled: boolean; change(): void } | undefined;
};

/** A product in the catalogue: drawing, name, three facts, price, delivery and its action. */
export function ProductCard({ product, selected, onOpen, to, action, onEdit, compare }: Props) {
  const t = useText();
  const factsOf = useProductFacts();
  const { name, price, drawing, icon } = product;
  return (
    <Paper withBorder radius="lg" p="md" className={classes.card} data-selected={selected || undefined}>
      <ProductDrawing drawing={drawing} icon={icon} title={name} />
      <Text component="h2" fw={600} m={0}>
        {to ? (
          <Anchor component={Link} to={to} inherit>
            <bdi>{name}</bdi>
          </Anchor>
        ) : onOpen ? (
          <Anchor component="button" type="button" onClick={onOpen} inherit ta="start">
            <bdi>{name}</bdi>
          </Anchor>
        ) : (
          <bdi>{name}</bdi>
        )}
      </Text>
      <ul className={classes.facts}>
        {factsOf(product).map((fact, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: facts have no other key and never change places
          <li key={at}>{fact}</li>
        ))}
      </ul>
      <div className={classes.line}>
        <span className={classes.price}>{price === null ? t('included') : <Money of={price} />}</span>
        <Text span size="sm" c="dimmed">
          <Delivery product={product} />
        </Text>
      </div>
      <Group justify="space-between" gap="xs">
        {action && (
          <Button size="xs" onClick={action.run} aria-label={`${action.label}: ${name}`}>
            {action.label}
          </Button>
        )}
        {onEdit && (
          <Button size="xs" variant="default" onClick={onEdit} aria-label={t('editOf', { name })}>
            {t('edit')}
          </Button>
        )}
        {compare && (
          <Checkbox
            size="sm"
            label={t('compare')}
            aria-label={t('compareOf', { name })}
            checked={compare.checked}
            disabled={compare.disabled}
            onChange={compare.change}
          />
        )}
      </Group>
    </Paper>
  );
}

/** The card of a product that a step of an order chooses from. */
export function ChoiceCard({ product, chosen, onChoose }: { product: Product; chosen: boolean; onChoose(): void }) {
  const t = useText();
  return (
    <ProductCard
      product={product}
      selected={chosen}
      action={{ label: t(chosen ? 'chosen' : 'choose'), run: onChoose }}
    />
  );
}
