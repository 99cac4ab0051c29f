import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { Bdi } from '#platform/web/ui/values/Bdi.tsx';
import type { Product } from '../../common/product.ts';
import { useText } from '../api.ts';
import { ProductDrawing } from '../drawings/ProductDrawing.tsx';
import classes from '../Market.module.css';
import { Money } from '../Money.tsx';
import { Delivery } from './ProductCard.tsx';
import { wholeYears } from './use-products.ts';

/** A duration in years if these are whole, else in months. */
export function useDuration(): (months: number) => string {
  const t = useText();
  return (months) => {
    const years = wholeYears(months);
    return years === null ? t('months', { count: months }) : t('years', { count: years });
  };
}

/** The known facts about the hardware; empty values are left out. */
export function useHardwareFacts(): (product: Product) => { key: string; name: string; value: ReactNode }[] {
  const t = useText();
  const duration = useDuration();
  return ({ offer }) => {
    if (!offer) return [];
    const facts: [string, string, ReactNode][] = [
      ['dimensions', t('hardware.dimensions'), offer.dimension && <Bdi>{offer.dimension}</Bdi>],
      ['battery', t('hardware.batteryLife'), offer.batteryLifeMonths && duration(offer.batteryLifeMonths)],
      [
        'communication',
        t('hardware.communicationType'),
        offer.communicationType && <Bdi>{offer.communicationType}</Bdi>,
      ],
      ['lifetime', t('hardware.lifetime'), offer.lifeExpectancyMonths && duration(offer.lifeExpectancyMonths)],
      ['warranty', t('hardware.warranty'), offer.warrantyValidityInMonths && duration(offer.warrantyValidityInMonths)],
      [
        'free',
        t('hardware.free'),
        offer.freeTokenValidityInMonths > 0 && t('months', { count: offer.freeTokenValidityInMonths }),
      ],
    ];
    return facts.flatMap(([key, name, value]) => (value ? [{ key, name, value }] : []));
  };
}

function Parts({ title, names }: { title: string; names: readonly { id: number; name: string }[] }) {
  const t = useText();
  if (names.length === 0) return null;
  return (
    <section>
      <Title order={3} size="h3" mb="xs">
        {title}
      </Title>
      <ul className={classes.parts}>
        {names.map(({ id, name }) => (
          <li key={id} className={classes.line}>
            <span>{t('oneOf', { name })}</span>
            <Text span c="dimmed" size="sm">
              {t('included')}
            </Text>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Props = { product: Product; onClose(): void; onConfigure?: (() => void) | undefined; onCompare(): void };

/** The details of a device: sensors, plugins and hardware. */
export function ProductPanel({ product, onClose, onConfigure, onCompare }: Props) {
  const t = useText();
  const factsOf = useHardwareFacts();
  const { name, price, drawing, icon, offer, options } = product;
  const included = options.filter((option) => option.kind === 'plugin' && option.included);
  return (
    <SidePanel title={<bdi>{name}</bdi>} onClose={onClose}>
      <Stack>
        <ProductDrawing drawing={drawing} icon={icon} title={name} />
        <div className={classes.line}>
          <span className={classes.price}>{price === null ? t('included') : <Money of={price} />}</span>
          <Text span size="sm" c="dimmed">
            <Delivery product={product} />
          </Text>
        </div>
        <Parts title={t('sections.sensors')} names={offer?.sensors ?? []} />
        <Parts title={t('sections.plugins')} names={included} />
        <section>
          <Title order={3} size="h3" mb="xs">
            {t('sections.hardware')}
          </Title>
          <dl className={classes.totals}>
            {factsOf(product).map(({ key, name: label, value }) => (
              <div key={key}>
                <dt>{label}</dt>
                <dd>{value}</dd>
              </div>
            ))}
          </dl>
        </section>
        <Group>
          {onConfigure && <Button onClick={onConfigure}>{t('configure')}</Button>}
          <Button variant="default" onClick={onCompare}>
            {t('compare')}
          </Button>
        </Group>
      </Stack>
    </SidePanel>
  );
}
