import { Button, Group, Switch, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { Panel } from '#platform/web/ui/page/Panel.tsx';
import type { Product } from '../../common/product.ts';
import { useText } from '../api.ts';
import { dollarText } from '../dollar-text.ts';
import classes from '../Market.module.css';
import { Money } from '../Money.tsx';
import { costOfMonths } from '../wizard-prices.ts';
import { useHardwareFacts } from './ProductPanel.tsx';

export const maxComparedProducts = 4;
const comparedMonths = 36;

/** The devices that the address names for the comparison. */
export const comparedIn = (params: URLSearchParams, products: readonly Product[]): Product[] => {
  const ids = (params.get('compare') ?? '').split(',');
  return products
    .filter(({ kind, hardwareId }) => kind === 'device' && ids.includes(String(hardwareId)))
    .slice(0, maxComparedProducts);
};

type Row = { name: string; cells: { text: string; content: ReactNode }[] };

/** What is compared, row by row; a cell that a product lacks is a dash. */
function useRows(products: readonly Product[], all: readonly Product[]): Row[] {
  const t = useText();
  const factsOf = useHardwareFacts();
  const plain = (text: string) => ({ text, content: text });
  const amount = (of: number | null) =>
    of === null ? plain(t('none')) : { text: dollarText(of), content: <Money of={of} /> };
  const sensors = new Map(products.flatMap(({ offer }) => (offer?.sensors ?? []).map(({ id, name }) => [id, name])));
  const facts = new Map(products.flatMap((product) => factsOf(product).map(({ key, name }) => [key, name])));
  const hasSensor = ({ offer }: Product, id: number) => offer?.sensors.some((sensor) => sensor.id === id);
  return [
    { name: t('columns.price'), cells: products.map(({ price }) => amount(price)) },
    ...[...sensors].map(([id, name]) => ({
      name,
      cells: products.map((product) => plain(t(hasSensor(product, id) ? 'has' : 'none'))),
    })),
    ...[...facts].map(([key, name]) => ({
      name,
      cells: products.map((product) => {
        const value = factsOf(product).find((fact) => fact.key === key)?.value;
        const { offer } = product;
        return value ? { text: `${key} ${JSON.stringify(valueOf(offer, key))}`, content: value } : plain(t('none'));
      }),
    })),
    {
      name: t('costOf', { count: comparedMonths }),
      cells: products.map((product) => amount(costOfMonths(product, all, comparedMonths))),
    },
  ];
}

/** The value behind a fact, which shows whether two products differ. */
const valueOf = (offer: Product['offer'], key: string) =>
  ({
    dimensions: offer?.dimension,
    battery: offer?.batteryLifeMonths,
    communication: offer?.communicationType,
    lifetime: offer?.lifeExpectancyMonths,
    warranty: offer?.warrantyValidityInMonths,
    free: offer?.freeTokenValidityInMonths,
  })[key] ?? null;

type Props = { products: readonly Product[]; all: readonly Product[]; onChange(compare: string | null): void };

/** Two to four devices in columns; rows in which they differ are marked. */
export function ComparePanel({ products, all, onChange }: Props) {
  const t = useText();
  const [only, setOnly] = useState(false);
  const rows = useRows(products, all);
  const differs = ({ cells }: Row) => new Set(cells.map(({ text }) => text)).size > 1;
  if (products.length < 2)
    return (
      <Group my="md" role="status">
        <Text size="sm">{t('compareMore')}</Text>
        <Button size="compact-sm" variant="default" onClick={() => onChange(null)}>
          {t('endComparison')}
        </Button>
      </Group>
    );
  return (
    <Panel
      title={t('comparison')}
      aside={
        <Group gap="sm">
          <Switch label={t('onlyDifferences')} checked={only} onChange={() => setOnly(!only)} />
          <Button size="compact-sm" variant="default" onClick={() => onChange(null)}>
            {t('endComparison')}
          </Button>
        </Group>
      }
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, by the keyboard too */}
      <section className={classes.scroll} aria-label={t('comparison')} tabIndex={0}>
        <table className={classes.compare}>
          <thead>
            <tr>
              <th scope="col">{t('columns.property')}</th>
              {products.map(({ id, name }) => (
                <th key={id} scope="col">
                  <bdi>{name}</bdi>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows
              .filter((row) => !only || differs(row))
              .map((row) => (
                <tr key={row.name} data-differs={differs(row) || undefined}>
                  <th scope="row">{row.name}</th>
                  {row.cells.map(({ content }, at) => (
                    <td key={products[at]?.id}>{content}</td>
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </section>
    </Panel>
  );
}
