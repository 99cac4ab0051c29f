/** MQTT topics. The connection identifies the device. */
export const telemetryTopic = 'v1/devices/me/telemetry';
export const eventTopic = 'v1/devices/me/event';
export const attributesTopic = 'v1/devices/me/attributes';
/** Followed by the id of the command. */
export const requestTopic = 'v1/devices/me/rpc/request/';
export const responsePattern = /^v1\/devices\/me\/rpc\/response\/(\d{1,15})$/;
