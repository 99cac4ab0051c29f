import { expect, test } from 'vitest';
import { addDevice, app, connect, customer, post, withConnectors } from '#main/testing/test-connectors.ts';
import { updateConnectorStates } from './connectors/connector-states.ts';
import { storeCounts } from './not-admitted.ts';

withConnectors();

test('a connector fails whose messages have been accepted for long and come with a wrong secret from then on', async () => {
  const serial = '0101010101010103';
  await addDevice(serial, 90401);
  const connector = await connect('http');
  expect((await post(connector, { id: serial, temperature: 20 })).status).toBe(200);
  await app.kit.pool.query(
    "UPDATE connector_state SET accepted_at = accepted_at - interval '1 hour' WHERE connector_id = $1",
    [connector.id],
  );
  for (let n = 0; n < 20; n++) expect((await post({ ...connector, secret: 'wrong' }, { id: serial })).status).toBe(401);
  await storeCounts(app.kit);
  await updateConnectorStates(app.kit);
  expect((await customer.call('GET', `/connector/${connector.id}`)).body.data).toMatchObject({ fault: 'not-admitted' });
});
