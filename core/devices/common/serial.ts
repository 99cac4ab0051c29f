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
