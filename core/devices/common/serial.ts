import { z } from 'zod';
import { macAddress } from '#platform/common/validation.ts';

/** The check digit of an IMEI, by Luhn. */
function isImei(digits: string): boolean {
  const sum = [...digits].reduce((total, digit, position) => {
    const doubled = Number(digit) * (position % 2 === 1 ? 2 : 1);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}

function faultOf(serial: string): 'invalidImei' | 'invalidMacAddress' | 'invalidSerial' | null {
  if (/^[0-9A-F]{16}$/.test(serial) || macAddress().safeParse(serial).success) return null;
  if (/^\d{15}$/.test(serial)) return isImei(serial) ? null : 'invalidImei';
  return /^[0-9A-F]{8,14}$/.test(serial) ? 'invalidMacAddress' : 'invalidSerial';
}

/**
 * A serial number as printed on a device, normalized to capitals without separators: a MAC address (12 hex
 * digits), a DevEUI (16) or an IMEI (15 digits). Source: decisions.md, "Devices, tokens, commands".
 */
export const serialNumber = () =>
  z
    .string('Required')
    .trim()
    .min(1, 'Required')
    .overwrite((text) => text.toUpperCase().replaceAll(/[\s:-]/g, ''))
    .check((context) => {
      const fault = context.value === '' ? null : faultOf(context.value);
      if (fault) context.issues.push({ code: 'custom', message: fault, input: context.value });
    });

const lengths = { mac: 12, 'dev-eui': 16, imei: 15 } as const;
/** The kinds of serial numbers. */
export type SerialKind = keyof typeof lengths;

const faults = { mac: 'serialMac', 'dev-eui': 'serialDevEui', imei: 'serialImei' } as const;

/** Why a normalized serial number does not fit a model that has these kinds; null if it does. No kinds: any fits. */
export function faultForModel(serial: string, kinds: readonly SerialKind[] | undefined): string | null {
  const [first] = kinds ?? [];
  if (!first || kinds?.some((kind) => serial.length === lengths[kind])) return null;
  return faults[first];
}

/**
 * The serial number in the text of a label: the DevEUI of a LoRaWAN code (TR005, `LW:D0:<JoinEUI>:<DevEUI>:…`), the one
 * that an address names as `s` or `serial`, or the text itself. Null if there is none.
 */
export function serialIn(label: string): string | null {
  const [lorawan, version, , devEui] = label.trim().split(':');
  const query = URL.parse(label.trim())?.searchParams;
  const candidates = [
    lorawan === 'LW' && version === 'D0' ? devEui : null,
    query?.get('s'),
    query?.get('serial'),
    label,
  ];
  for (const candidate of candidates) {
    const parsed = serialNumber().safeParse(candidate);
    if (parsed.success) return parsed.data;
  }
  return null;
}
