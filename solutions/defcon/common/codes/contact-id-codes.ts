import { contactIdArming } from './contact-id-arming.ts';
import { type ContactIdCode, clear, type Effect, log, raise, test, zone } from './effects.ts';
import type { SignalKind } from './kinds.ts';

type Rows = Readonly<Record<string, ContactIdCode>>;

/** The same codes for several numbers. */
const rows = (numbers: string, code: ContactIdCode): Rows =>
  Object.fromEntries(numbers.split(' ').map((number) => [number, code]));

const alarm = (kind: SignalKind, more: Partial<Effect> = {}, about: Effect['about'] = 'zone'): ContactIdCode => ({
  new: raise(kind, about, more),
  restore: clear([kind], about),
});
const zoneTrouble = (kind: SignalKind, change: 'tamper' | 'fault' | 'missing' | 'lowBattery'): ContactIdCode => ({
  new: raise(kind, 'zone', { zone: { [change]: true } }),
  restore: zone({ [change]: false }, { clears: [kind] }),
});
const trouble = (kind: SignalKind): ContactIdCode => alarm(kind, {}, 'panel');
const logged = (about: Effect['about'] = 'panel'): ContactIdCode => ({ new: log(about), restore: log(about) });
const bypass: ContactIdCode = { new: zone({ bypassed: true }), restore: zone({ bypassed: false }) };
const reported = (report: 'periodic' | 'manual'): ContactIdCode => ({ new: test(report), restore: log() });
const testing: ContactIdCode = { new: test('begin', 'user'), restore: test('end', 'user') };

const alarms: Rows = {
  ...rows('100 101 102', alarm('medical')),
  ...rows('110 111 112 113 114 115 116 117 118', alarm('fire')),
  '120': alarm('panic'),
  '121': alarm('duress', {}, 'user'),
  ...rows('122 123', alarm('hold-up')),
  ...rows('124 125', alarm('duress', {}, 'user')),
  '126': logged('user'),
  ...rows('130 131 132 133 134 135 136 138 140 146 155', alarm('intrusion')),
  ...rows('137 144', zoneTrouble('tamper', 'tamper')),
  '139': alarm('intrusion', { verified: true }),
  ...rows('141 142', zoneTrouble('fault', 'fault')),
  '143': trouble('fault'),
  '145': trouble('tamper'),
  '147': zoneTrouble('zone-missing', 'missing'),
  ...rows('150 152 153 157 158 159 161 163', alarm('technical')),
  ...rows('151 162', alarm('gas')),
  '154': alarm('water'),
  '156': zoneTrouble('fault', 'fault'),
};

const troubles: Rows = {
  ...rows('200 201 202 203 204 206', zoneTrouble('fault', 'fault')),
  '205': logged(),
  ...rows('300 303 304 307 308 310 312', trouble('fault')),
  ...rows('301 314 342 926', trouble('mains-lost')),
  ...rows('302 309 338', trouble('battery-low')),
  ...rows('305 306 335 336 339', logged()),
  '311': trouble('battery-missing'),
  '313': logged('user'),
  ...rows('320 321 322 323 324 325 326 327 927', trouble('siren-fault')),
  ...rows('330 331 332 333 334 337 343 344', trouble('fault')),
  '341': trouble('tamper'),
  ...rows('350 351 352 353 354 355 356 357', trouble('path-lost')),
  ...rows('370 371 372 373 375 376 378 380', zoneTrouble('fault', 'fault')),
  '374': alarm('entry-exit-error'),
  '377': alarm('zone-swinging'),
  ...rows('381 382', zoneTrouble('zone-missing', 'missing')),
  '383': zoneTrouble('tamper', 'tamper'),
  '384': zoneTrouble('battery-low', 'lowBattery'),
  ...rows('385 386 387 388 389 391 392 393', zoneTrouble('fault', 'fault')),
  '796': trouble('fault'),
  '798': trouble('path-lost'),
  '922': alarm('fire'),
  '924': zoneTrouble('fault', 'fault'),
};

const bypasses: Rows = {
  '501': logged(),
  ...rows('520 521 522 523 524 525 526 527 531 532 551 552 553', logged()),
  ...rows('570 571 572 573 575 576 577 578 579 923 925', bypass),
  '574': logged('user'),
};

const testsAndRecords: Rows = {
  '601': reported('manual'),
  ...rows('602 603 608', reported('periodic')),
  ...rows('604 607 913 914', testing),
  ...rows('605 606 609', logged()),
  ...rows('611 612 613 614 615', logged('zone')),
  '616': { new: raise('technical'), restore: clear(['technical']) },
  ...rows('621 622 623 624 626 627 628 629 630 631 632', logged()),
  '625': logged('user'),
  // Somebody who should have shown a sign of life has not.
  '641': alarm('medical'),
  '642': alarm('medical', {}, 'user'),
  ...rows('651 652 653 703', logged()),
  '654': alarm('technical'),
  '704': testing,
  ...rows('900 901 902 915 916 917 918 919', logged()),
  ...rows('912 921 928 929', logged('user')),
};

/** Somebody was forced to open. */
export const duressCode = '121';

/** The three-digit codes of SIA DC-05 (Contact ID). */
export const contactIdParts = [alarms, troubles, contactIdArming, bypasses, testsAndRecords] as const;
export const contactIdCodes: ReadonlyMap<string, ContactIdCode> = new Map(
  contactIdParts.flatMap((part) => Object.entries(part)),
);
