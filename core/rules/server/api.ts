import './events.ts';

export { addRules, hasRule, type RuleDraft } from './definitions/add-rules.ts';
export { actionFaults, assertMayOrder } from './definitions/assert-actions.ts';
export { sensorFaults } from './definitions/assert-sensors.ts';
export { ruleHandlers } from './definitions/rules.ts';
export {
  addTemplateRules,
  deviceRules,
  recheckTemplateRules,
  removeDeviceRules,
  removeTemplateRules,
  type TemplateRule,
} from './definitions/template-rules.ts';
