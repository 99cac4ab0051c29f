import { z } from 'zod';
import { macAddress } from '#platform/common/validation/validation.ts';

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
 * digits), a DevEUI (16) or an IMEI (15 digits).
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

/** The content of a label: the serial number, null if there is none, and further identifiers of the device. */
export type Label = { serial: string | null; attributes: Record<string, string> };

/** The fields of a LoRaWAN code after the DevEUI, by the letter that each begins with. Source: TR005. */
const lorawanFields: Readonly<Record<string, string>> = { O: 'ownerToken', S: 'makerSerial', P: 'proprietary' };

/** Reads a LoRaWAN code: `LW:D0:<JoinEUI>:<DevEUI>:<profile>:O…:S…`. */
function lorawanLabel(text: string): { candidate: string | undefined; attributes: Record<string, string> } | null {
  const [scheme, version, joinEui, devEui, ...rest] = text.split(':');
  if (scheme !== 'LW' || version !== 'D0') return null;
  const attributes: Record<string, string> = joinEui ? { joinEui } : {};
  for (const field of rest.slice(1)) {
    const name = lorawanFields[field.charAt(0)];
    if (name && field.length > 1) attributes[name] = field.slice(1);
  }
  return { candidate: devEui, attributes };
}

/** The serial number, application identifier 21, of a GS1 code: as text, as the scanner sends it, or as a web address. */
function gs1Serial(text: string): string | undefined {
  const inAddress = URL.parse(text)?.pathname.match(/\/01\/\d{14}(?:\/\d+\/[^/]+)*?\/21\/([^/]+)/)?.[1];
  if (inAddress) return decodeURIComponent(inAddress);
  const inText = /\(21\)([^(]+)/.exec(text)?.[1];
  if (inText) return inText;
  // The GTIN has a fixed length; fields of other lengths end with a group separator.
  const fields = text.replace(/^\](?:C1|d2|Q3|e0)/, '').replace(/^01\d{14}/, '');
  if (fields === text && !text.includes('\u001d')) return undefined;
  return fields
    .split('\u001d')
    .find((field) => field.startsWith('21'))
    ?.slice(2);
}

/**
 * Reads the text of a label: a LoRaWAN code (TR005), a GS1 code with a serial number, an address that names it as `s` or
 * `serial`, or the serial number itself.
 */
export function readLabel(label: string): Label {
  const text = label.trim();
  const lorawan = lorawanLabel(text);
  const query = URL.parse(text)?.searchParams;
  for (const candidate of [lorawan?.candidate, gs1Serial(text), query?.get('s'), query?.get('serial'), text]) {
    const parsed = serialNumber().safeParse(candidate);
    if (parsed.success) return { serial: parsed.data, attributes: lorawan?.attributes ?? {} };
  }
  return { serial: null, attributes: {} };
}

/** The serial number in the text of a label; null if there is none. */
export const serialIn = (label: string): string | null => readLabel(label).serial;
