import { Button, Group, NumberInput, Paper, Stack, Text, Tooltip } from '@mantine/core';
import { Link } from 'react-router';
import { useFormats } from '#platform/web/i18n/formats.ts';
import type { CartEntry } from '../../common/cart.ts';
import type { Product } from '../../common/product.ts';
import type { Problem } from '../../common/quote.ts';
import { quotedLines } from '../../common/quote-request.ts';
import { editParams } from '../addresses/edit-address.ts';
import { useText } from '../api.ts';
import { ProductDrawing } from '../drawings/ProductDrawing.tsx';
import classes from '../Market.module.css';
import { Money } from '../Money.tsx';
import { type SellingApp, useMarketAddress } from '../selling-apps.ts';
import { maxQty } from '../wizard-order.ts';
import { unitPrice } from '../wizard-prices.ts';
import { AskForQuote } from './AskForQuote.tsx';
import { modelKey, productKey, seenOf } from './cart-view.ts';
import { useProblemText } from './problem-texts.ts';
import type { Cart } from './use-cart.ts';

type Props = {
  cart: Cart;
  products: readonly Product[];
  problems: readonly Problem[];
  app: SellingApp;
  entry: CartEntry;
  at: number;
  /** The places of the entries of the same app and type. */
  shown: readonly number[];
  onRemove(at: number): void;
};

/** An entry of the cart: its configurations with quantity and price, and what can be done with it. */
export function CartEntryCard({ cart, products, problems, app, entry, at, shown, onRemove }: Props) {
  const t = useText();
  const problemText = useProblemText();
  const product = mainProduct(entry, products);
  const name = product?.name ?? '';
  const own = problems.filter(({ path }) => path.split('.')[0] === String(at));
  const { subOrders } = entry;
  const targets = entry.details.deviceIds?.length ?? 0;
  const { number } = useFormats();
  const setQty = (n: number, qty: number) => {
    const sub = subOrders[n];
    if (sub) cart.replace(at, { ...entry, subOrders: subOrders.with(n, { ...sub, qty }) });
  };
  return (
    <Paper component="article" withBorder radius="lg" p="md" className={classes.entry} aria-label={name}>
      <ProductDrawing drawing={product?.drawing ?? ''} icon={product?.icon ?? null} title={name} />
      <Stack gap="sm">
        <Text fw={600}>
          <bdi>{name}</bdi>
        </Text>
        {subOrders.map((sub, n) => {
          const unit = unitPrice(sub, products);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: a configuration has no id but its position
            <div key={n} className={classes.row}>
              <Text size="sm" c="dimmed">
                <bdi>
                  {targets > 0
                    ? t('forDevices', { count: targets, shown: number(targets) })
                    : configurationText(sub, products, t('comma')) || t('asOffered')}
                </bdi>
              </Text>
              <NumberInput
                aria-label={t('quantityOf', { name })}
                value={sub.qty}
                min={Math.max(1, targets)}
                max={maxQty}
                allowDecimal={false}
                allowNegative={false}
                onChange={(next) => setQty(n, Math.max(Number(next) || 1, targets))}
                dir="ltr"
              />
              <div className={classes.end}>
                <Text fw={600}>
                  <Money of={Math.round(unit * sub.qty * 100) / 100} />
                </Text>
                <Text size="xs" c="dimmed">
                  {t('each')} <Money of={unit} />
                </Text>
              </div>
            </div>
          );
        })}
        {own.map((problem) => (
          <Text key={`${problem.path} ${problem.word}`} size="sm" c="var(--severity-problem-text)" role="alert">
            {problemText(problem)}
          </Text>
        ))}
        <Shortage problems={own} products={products} entries={cart.entries} onOrder={setQty} />
        <Group gap="xs">
          <EditButton app={app} entry={entry} at={at} shown={shown} name={name} />
          <Button
            size="compact-sm"
            variant="default"
            disabled={cart.full}
            aria-label={t('duplicateOf', { name })}
            onClick={() => cart.insert(entry, at + 1)}
          >
            {t('duplicate')}
          </Button>
          <Button size="compact-sm" variant="default" aria-label={t('removeOf', { name })} onClick={() => onRemove(at)}>
            {t('remove')}
          </Button>
        </Group>
      </Stack>
    </Paper>
  );
}

type ShortageProps = {
  problems: readonly Problem[];
  products: readonly Product[];
  entries: Cart['entries'];
  /** Reduces the configuration at this place to the number that is left. */
  onOrder(place: number, left: number): void;
};

/** The choices of a buyer who wants more than is in stock: order the rest, or ask for a quote for the whole cart. */
function Shortage({ problems, products, entries, onOrder }: ShortageProps) {
  const t = useText();
  const short = problems.find(({ word }) => word === 'not-in-stock');
  if (!short) return null;
  const left = Number(short.detail.left);
  // The path of a device has its entry and its configuration; that of an option goes on.
  const [, place, ...option] = short.path.split('.').map(Number);
  return (
    <Group gap="xs">
      {left > 0 && place !== undefined && option.length === 0 && (
        <Button size="compact-sm" onClick={() => onOrder(place, left)}>
          {t('orderLeft', { left })}
        </Button>
      )}
      <AskForQuote lines={quotedLines(entries, products)} />
    </Group>
  );
}

function EditButton({ app, entry, at, shown, name }: Pick<Props, 'app' | 'entry' | 'at' | 'shown'> & { name: string }) {
  const t = useText();
  const address = useMarketAddress();
  const [typeName, type] =
    Object.entries(app.orderTypes).find(([key, { cartType = key }]) => cartType === entry.type) ?? [];
  if (!typeName || !type || type.fixed)
    return (
      <Tooltip label={t('cannotEdit')}>
        <Button size="compact-sm" variant="default" data-disabled aria-disabled aria-description={t('cannotEdit')}>
          {t('edit')}
        </Button>
      </Tooltip>
    );
  return (
    <Button
      component={Link}
      to={address(`main/${app.webName}`, editParams(entry, at, shown, typeName))}
      size="compact-sm"
      variant="default"
      aria-label={t('editOf', { name })}
    >
      {t('edit')}
    </Button>
  );
}

const mainProduct = ({ subOrders, details }: CartEntry, products: readonly Product[]): Product | undefined =>
  products.find(
    ({ kind, hardwareId }) => kind === 'device' && hardwareId !== null && hardwareId === details.hardwareId,
  ) ?? products.find(({ id }) => id === (details.packageId ?? subOrders[0]?.items[0]?.id));

/** The parts of a device as text: "Short probe, 2 × Shelter". */
function configurationText(
  { hardwareId, items }: CartEntry['subOrders'][number],
  products: readonly Product[],
  comma: string,
): string {
  if (hardwareId === null) return '';
  const seen = seenOf(products);
  return items
    .map(
      ({ id, qty }) => `${qty > 1 ? `${qty} × ` : ''}${seen[productKey(id)]?.name ?? seen[modelKey(id)]?.name ?? ''}`,
    )
    .join(comma);
}
