import { ActionIcon, Button, Group, Paper, Stack, Text, Title } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { SerialsField } from '#core/inventory/web/parts.tsx';
import { useTokenTargets } from '#core/subscriptions/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import type { Product } from '../../common/product.ts';
import { useParamsOfAddress } from '../addresses/use-address-params.ts';
import { useText } from '../api.ts';
import classes from '../Market.module.css';
import type { WizardDraft } from '../wizard-order.ts';

type Targets = ReturnType<typeof useTokenTargets>;
type Target = Targets['targets'][number];
type Props = {
  app: string;
  products: readonly Product[];
  draft: WizardDraft;
  change(changes: Partial<WizardDraft>): void;
};

const renewalDays = 60;

/** The devices that subscriptions are bought for: typed, scanned, pasted, or those whose subscription ends soon. */
export function TokenTargets({ app, products, draft, change }: Props) {
  const t = useText();
  const { deviceIds } = draft;
  const { targets, find, pending } = useTokenTargets(app, deviceIds);
  const [missing, setMissing] = useState<readonly string[]>([]);
  const [noneEnds, setNoneEnds] = useState(false);
  const product = products.find(({ id }) => id === draft.productId);
  const fits = ({ solutionId }: Target) =>
    (draft.solutionId === null || solutionId === draft.solutionId) &&
    (!product || product.solutionIds.length === 0 || product.solutionIds.includes(solutionId));
  const add = (found: readonly Target[]) => {
    const ids = found.filter(fits).map(({ id }) => id);
    const next = [...new Set([...deviceIds, ...ids])];
    // With named devices, none go to stock unless requested.
    change({ deviceIds: next, ...(deviceIds.length === 0 && next.length > 0 && draft.qty === 1 ? { qty: 0 } : {}) });
  };
  const addSerials = async (serials: readonly string[]) => {
    const found = await find({ serials });
    if (!found) return;
    setNoneEnds(false);
    add(found.targets);
    setMissing(
      serials.filter(
        (_, at) => !found.serials[at] || !found.targets.some((one) => fits(one) && one.serial === found.serials[at]),
      ),
    );
  };
  const addEnding = async () => {
    const found = await find({ endsWithin: renewalDays });
    if (!found) return;
    setMissing([]);
    setNoneEnds(!found.targets.some(fits));
    add(found.targets);
  };
  useRenewal(addEnding);
  const remove = (id: number) => {
    const next = deviceIds.filter((one) => one !== id);
    change({ deviceIds: next, ...(next.length === 0 && draft.qty === 0 ? { qty: 1 } : {}) });
  };
  return (
    <Paper component="section" withBorder radius="lg" p="md" aria-label={t('targets.title')}>
      <Stack gap="sm">
        <div>
          <Title order={2} size="h4">
            {t('targets.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('targets.text')}
          </Text>
        </div>
        <Group align="end" gap="sm">
          <SerialsField
            label={t('targets.serial')}
            description={t('targets.hint')}
            pending={pending}
            onSerials={(serials) => void addSerials(serials)}
          />
          <Button variant="default" loading={pending} onClick={() => void addEnding()}>
            {t('targets.ending', { days: renewalDays })}
          </Button>
        </Group>
        {noneEnds && (
          <Text size="sm" role="status">
            {t('targets.noneEnds', { days: renewalDays })}
          </Text>
        )}
        {missing.length > 0 && (
          <Text size="sm" c="var(--severity-problem-text)" role="alert">
            {t('targets.unknown')} <bdi dir="ltr">{missing.slice(0, 20).join(', ')}</bdi>
          </Text>
        )}
        <ChosenTargets of={targets.filter(({ id }) => deviceIds.includes(id))} onRemove={remove} />
      </Stack>
    </Paper>
  );
}

function ChosenTargets({ of, onRemove }: { of: readonly Target[]; onRemove(id: number): void }) {
  const t = useText();
  const { date } = useFormats();
  if (of.length === 0) return null;
  return (
    <ul className={classes.targets} aria-label={t('targets.chosen')}>
      {of.map(({ id, name, serial, expirationAt }) => (
        <li key={id}>
          <div>
            <bdi>{name}</bdi>
            <Text size="sm" c="dimmed">
              <bdi dir="ltr">{serial}</bdi>
              {expirationAt && (
                <>
                  {' · '}
                  {t('targets.until', { date: date(expirationAt) })}
                </>
              )}
            </Text>
          </div>
          <ActionIcon aria-label={t('targets.remove', { name })} onClick={() => onRemove(id)}>
            <IconX size={iconSizes.sm} aria-hidden />
          </ActionIcon>
        </li>
      ))}
    </ul>
  );
}

/** An address with `tokens=expiring` begins with the devices whose subscription ends soon. */
function useRenewal(addEnding: () => Promise<void>): void {
  const [params, set] = useParamsOfAddress();
  const asked = params.get('tokens') === 'expiring';
  const begun = useRef(false);
  useEffect(() => {
    if (!asked || begun.current) return;
    begun.current = true;
    set({ tokens: null }, { replace: true });
    void addEnding();
  }, [asked, set, addEnding]);
}
