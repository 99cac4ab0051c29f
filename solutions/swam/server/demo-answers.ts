import type { DeviceDemo } from '#core/device-app/server/api.ts';

type Answer = NonNullable<DeviceDemo['answerCommand']>;
const moveMs = 4000;

/** A valve that moves to a position, in percent. */
const moving = (percent: number, before: unknown) => ({
  reply: {},
  values: { valve: Number(before) > percent ? 'closing' : 'opening' },
  later: { ms: moveMs, values: { valve: percent === 0 ? 'closed' : 'open', valvePosition: percent } },
});
const manual = { reply: { error: 'operated by hand' } };

/** How virtual devices answer commands. A unit that is operated by hand moves nothing. */
export function answerCommand(...[method, params, values]: Parameters<Answer>): ReturnType<Answer> {
  const isManual = values.get('manualMode') === true;
  const position = values.get('valvePosition');
  switch (method) {
    case 'valve':
      return isManual ? manual : moving(params.position === 'open' ? 100 : 0, position);
    case 'setPosition':
      return isManual ? manual : moving(Number(params.percent), position);
    case 'relay':
    case 'pump': {
      const on = params.on === true;
      const seconds = Number(params.forSeconds ?? 0);
      const later = seconds > 0 ? { later: { ms: seconds * 1000, values: { [method]: !on } } } : {};
      return isManual ? manual : { reply: {}, values: { [method]: on }, ...later };
    }
    case 'manualMode':
      return { reply: {}, values: { manualMode: params.on === true } };
    case 'resetLeak':
      return { reply: {}, values: { leak: false } };
    case 'readNow':
      return { reply: {} };
    case 'silence':
      return { reply: {}, attributes: { silencedMinutes: Number(params.minutes) } };
    case 'selfTest':
      return { reply: {}, attributes: { selfTest: 'passed' } };
    case 'calibrateCo2':
      return { reply: {}, attributes: { co2Calibration: Number(params.ppm) } };
    case 'reboot':
      return { reply: {}, attributes: { uptime: 0 } };
    case 'ping':
      return { reply: { pong: true } };
    default:
      return undefined;
  }
}
