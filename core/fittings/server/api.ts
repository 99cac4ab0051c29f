import './events.ts';

export { type CarrierRecord, provideCarriers } from './carriers.ts';
export { addDemoFittings, type DemoFitting } from './demo.ts';
export { fitDevice, type WantedFitting } from './fit-device.ts';
export { type FittedDevice, fittedAt, fittedDevices, fittingSpans } from './fitted.ts';
export { fittingHandlers } from './fitting-handlers.ts';
export { subjectGone, subjectMoved, subjectRenamed, unfitDevice } from './unfit-device.ts';
