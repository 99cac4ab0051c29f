import { Button, FileButton, Group, Select, Text, TextInput } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { type ClipboardEvent, useEffect, useRef, useState } from 'react';
import { ScanButton } from '#core/devices/web/parts.tsx';
import { useFormats } from '#platform/web/i18n/formats.ts';
import { iconSizes } from '#platform/web/theme.ts';
import { readTable, UnreadableTable } from '#platform/web/ui/import/read-table.ts';
import type { SerialLine } from '../../common/assign-units.ts';
import type { DeployUnit } from '../../common/deployment.ts';
import type { OrderDetail } from '../../common/order.ts';
import { useText } from '../api.ts';
import classes from './Fulfilment.module.css';
import { pastedLines, serialLines } from './serial-lines.ts';

/** The result for the last serial number. `at` distinguishes two with the same text. */
export type ScanResult = { tone: 'good' | 'problem'; text: string; at: number };
type Props = {
  order: OrderDetail;
  units: readonly DeployUnit[];
  last: ScanResult | null;
  /** A code that was scanned or typed; with the product that is being packed. */
  onScan(code: string, product: string | undefined): void;
  onLines(lines: readonly SerialLine[]): void;
};

const flashMs = 400;
const isTextField = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement ||
  (element instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'file'].includes(element.type));

/** Takes serial numbers from a scanner that types, the keyboard, the camera, the clipboard or a file. */
export function ScanBox({ order, units, last, onScan, onLines }: Props) {
  const t = useText();
  const { number } = useFormats();
  const [code, setCode] = useState('');
  const [product, setProduct] = useState<string | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const box = useScanFocus();
  const flash = useFlash(last);
  const lines = order.lines.filter(({ kind }) => kind === 'device');
  const openOf = (lineId: number) => units.filter((unit) => unit.lineId === lineId && unit.state === 'pending').length;

  const paste = (event: ClipboardEvent) => {
    const pasted = pastedLines(event.clipboardData.getData('text'));
    if (pasted.length < 2) return;
    event.preventDefault();
    onLines(pasted);
  };
  const read = async (file: File | null) => {
    if (!file) return;
    setFault(null);
    try {
      const names = {
        serial: ['serial', t('columns.serial')],
        product: ['sku', 'model', 'product', t('columns.sku'), t('columns.product')],
        name: ['name', t('columns.name')],
      };
      onLines(serialLines(await readTable(file), names));
    } catch (error) {
      if (!(error instanceof UnreadableTable)) throw error;
      setFault(t('deploy.unreadable'));
    }
    box.current?.focus();
  };
  return (
    <section className={classes.scan} data-flash={flash} aria-label={t('deploy.scan')}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const text = code.trim();
          setCode('');
          if (text) onScan(text, product ?? undefined);
        }}
      >
        <Group align="end" gap="sm">
          <TextInput
            ref={box}
            flex={1}
            miw="14rem"
            label={t('deploy.scan')}
            description={t('deploy.scanHint')}
            value={code}
            onChange={(event) => setCode(event.currentTarget.value)}
            onPaste={paste}
            autoComplete="off"
            spellCheck={false}
            maxLength={200}
            dir="ltr"
            rightSection={<ScanButton onSerial={(_, label) => onScan(label, product ?? undefined)} />}
          />
          {lines.length > 1 && (
            <Select
              label={t('deploy.product')}
              placeholder={t('deploy.anyProduct')}
              clearable
              clearButtonProps={{ 'aria-label': t('deploy.anyProduct') }}
              value={product}
              onChange={setProduct}
              data={lines.map(({ id, sku, name }) => ({ value: sku, label: `${name} (${number(openOf(id))})` }))}
            />
          )}
          <FileButton onChange={(file) => void read(file)} accept=".csv,.xlsx">
            {(props) => (
              <Button
                {...props}
                variant="default"
                leftSection={<IconFileSpreadsheet size={iconSizes.md} aria-hidden />}
              >
                {t('deploy.file')}
              </Button>
            )}
          </FileButton>
        </Group>
      </form>
      <Text className={classes.result} role="status" c={last?.tone === 'problem' || fault ? 'red' : undefined} m={0}>
        <bdi>{fault ?? last?.text}</bdi>
      </Text>
    </section>
  );
}

/** Input outside of any field goes to the scan box, because a scanner types wherever the focus is. */
function useScanFocus() {
  const box = useRef<HTMLInputElement>(null);
  useEffect(() => {
    box.current?.focus();
    const lead = (event: KeyboardEvent) => {
      const { key, ctrlKey, metaKey, altKey } = event;
      if (key.length !== 1 || key === ' ' || ctrlKey || metaKey || altKey) return;
      if (!isTextField(document.activeElement)) box.current?.focus();
    };
    document.addEventListener('keydown', lead, true);
    return () => document.removeEventListener('keydown', lead, true);
  }, []);
  return box;
}

function useFlash(last: ScanResult | null): ScanResult['tone'] | undefined {
  const [shown, setShown] = useState<ScanResult | null>(null);
  useEffect(() => {
    if (!last) return;
    setShown(last);
    const end = setTimeout(() => setShown(null), flashMs);
    return () => clearTimeout(end);
  }, [last]);
  return shown?.tone;
}
