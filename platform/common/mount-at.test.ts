import { expect, test } from 'vitest';
import { mountAt } from './mount-at.ts';
import { route } from './route.ts';

const one = route.get('/geofence/{id}', { access: 'signed-in' });

test('a call at another address is otherwise the same', () => {
  expect(mountAt(one, '/geo-fence/{id}')).toEqual({ ...one, path: '/geo-fence/{id}' });
});

test('an address without the parameters of the call is refused', () => {
  expect(() => mountAt(one, '/geo-fence/{fenceId}')).toThrow('/geofence/{id}');
});
