import { Button, Radio, Stack, Text, Textarea } from '@mantine/core';
import { SidePanel } from '#platform/web/ui/page/SidePanel.tsx';
import { PhotoInput } from '#platform/web/ui/proof/PhotoInput.tsx';
import { Ago } from '#platform/web/ui/time/Ago.tsx';
import { checkResults, maxPhotos, type SlotToCheck } from '../../common/check.ts';
import { useText } from '../api.ts';
import classes from './Checks.module.css';
import { useCheck } from './use-check.ts';

type Props = { slot: SlotToCheck; onSaved(): void; onClose(): void };

/** What an attendant sees in a bay, in as few taps as possible. */
export function CheckForm({ slot, onSaved, onClose }: Props) {
  const t = useText();
  const check = useCheck(slot, onSaved);
  return (
    <SidePanel title={t('check.title', { number: slot.number })} onClose={onClose} keepOpen sheet>
      <Stack>
        <Text size="sm" c="dimmed">
          {t('check.since')} <Ago at={slot.since} />
        </Text>
        <Radio.Group
          label={t('check.result')}
          value={check.result}
          onChange={(value) => check.setResult(checkResults.find((one) => one === value) ?? null)}
        >
          <div className={classes.results}>
            {checkResults.map((one) => (
              <Radio.Card key={one} value={one} className={classes.result}>
                <Radio.Indicator aria-hidden />
                <span>{t(`values.result.${one}`)}</span>
              </Radio.Card>
            ))}
          </div>
        </Radio.Group>
        <Textarea
          label={t('check.note')}
          value={check.note}
          maxLength={200}
          autosize
          onChange={(event) => check.setNote(event.currentTarget.value)}
        />
        <PhotoInput
          label={t('check.photos')}
          description={t('check.photosHint')}
          most={maxPhotos}
          value={check.photos}
          onChange={check.setPhotos}
        />
        <Button size="md" disabled={check.result === null} loading={check.busy} onClick={() => void check.save()}>
          {t('check.save')}
        </Button>
      </Stack>
    </SidePanel>
  );
}
